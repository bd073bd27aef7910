// The hall of the school: which table, which level, with or without the clock; and the results so far.

import { h } from "./dom.js";

const DAY = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

export function hallOf({ levels, tables, lesson, past }, everybody, begin, review) {
  const isReal = () => tables.find(({ table }) => table === new FormData(form).get("table"))?.real_cards;
  const simulated = h("label", { class: "check" }, h("input", { type: "checkbox", name: "simulated" }),
    h("span", {}, "I have no cards at hand: show me simulated ones"));
  const form = h("form", { class: "panel choose", onsubmit: (event) => {
    event.preventDefault();
    const chosen = new FormData(form), level = levels.find(({ number }) => String(number) === chosen.get("level"));
    begin({ table: chosen.get("table"), level: level.number, clock: chosen.get("clock") ? level.seconds : null, simulated: Boolean(chosen.get("simulated")) });
  }, onchange: () => { simulated.hidden = !isReal(); } },
    h("h2", { class: "serif" }, "A new lesson"),
    h("p", {}, "You are the dealer at a real table. Every answer is checked by the rules and explained by their clauses."),
    h("label", { class: "field", for: "table" }, "At the rules of",
      h("select", { id: "table", name: "table" }, tables.map(({ table, title, real_cards: real }) => h("option", { value: table }, `Table ${table}, ${title}${real ? ", real cards" : ""}`)))),
    simulated,
    h("fieldset", { class: "levels" }, h("legend", {}, "Level"), levels.map(({ number, title, about, questions }) =>
      h("label", {}, h("input", { type: "radio", name: "level", value: number, checked: number === 1 }),
        h("span", {}, h("b", {}, `${number}. ${title}`), h("small", {}, `${about} ${questions} questions.`))))),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "clock", checked: true }), h("span", {}, "With the clock: slow answers are counted, never lost")),
    h("p", { class: "row" }, h("button", { class: "btn primary" }, "Begin"), lesson?.report && h("button", { class: "btn quiet", type: "button", onclick: review }, "The last report")));
  simulated.hidden = !isReal();
  return [
    h("div", { class: "two" }, form, results("Your lessons", past, false)),
    everybody?.length ? results("Everybody’s lessons", everybody, true) : null,
  ].filter(Boolean);
}

function results(title, entries, named) {
  const heads = ["When", ...(named ? ["Who"] : []), "Lesson", "Right", "Result"];
  const row = (entry) => [
    new Date(entry.at).toLocaleString("en-GB", DAY), ...(named ? [entry.name] : []), `${entry.title}, level ${entry.level}`,
    `${entry.score} %`, entry.passed ? "✓ passed" : entry.finished ? "not passed" : "unfinished",
  ];
  return h("section", { class: "panel results" }, h("h2", { class: "serif" }, title),
    entries.length
      ? h("div", { class: "scroll", role: "region", "aria-label": title, tabindex: 0 }, h("table", {},
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, entries.slice(0, 50).map((entry) => h("tr", {}, row(entry).map((cell) => h("td", { class: "num" }, cell)))))))
      : h("p", {}, "No lesson yet."));
}
