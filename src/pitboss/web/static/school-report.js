// The report of a lesson: errors by topic, times, what was wrong, and the clauses to reread; it prints on paper.

import { h } from "./dom.js";
import { clause } from "./law.js";
import { withCards } from "./record.js";

const seconds = (number) => (number === null ? "" : number.toFixed(1));

const DAY = { day: "numeric", month: "long", year: "numeric" };

export function reportOf({ game, title, level, ended, report }, person, back) {
  const { asked, wrong, slow, limit, score, passed, finished, topics, errors, reread } = report;
  const left = finished ? "" : `, ${report.questions - asked} left unanswered`;
  const result = passed ? "✓ Passed" : "Not passed";
  return [
    h("header", {},
      h("h2", { class: "serif", tabindex: -1 }, `${title}, level ${level.number}: ${level.title}`),
      h("p", {}, `${person}, ${new Date(ended).toLocaleDateString("en-GB", DAY)}`),
      h("p", { class: "lead" }, h("b", { class: passed ? "good" : "bad" }, result), `. ${asked - wrong} of ${asked} right, ${score} %${left}.`),
      report.seconds === null ? null : h("p", {}, `${seconds(report.seconds)} s for an answer on average${limit === null ? "" : `, ${slow} over ${limit} s`}.`),
      h("p", { class: "row" }, h("button", { class: "btn primary", type: "button", onclick: back }, "Another lesson"),
        h("button", { class: "btn", type: "button", onclick: () => print() }, "Print"))),
    asked ? h("section", { class: "panel" }, h("h3", { class: "caps" }, "By topic"), table(topics)) : null,
    errors.length ? h("section", { class: "panel" }, h("h3", { class: "caps" }, "What was wrong"), h("ol", { class: "errors" }, errors.map((error) => h("li", {},
      h("p", {}, h("b", {}, withCards(error.asks))),
      h("p", {}, "You said: ", withCards(error.said)),
      h("p", {}, "Due: ", withCards(error.due), " ", error.clauses.map((id) => [clause(game, id), " "])))))) : null,
    reread.length ? h("section", { class: "panel" }, h("h3", { class: "caps" }, "Reread"), h("dl", { class: "reread" }, reread.map(({ clause: id, missed, text }) =>
      h("div", {}, h("dt", {}, clause(game, id), missed > 1 ? ` missed ${missed} times` : ""), h("dd", {}, text))))) : null,
  ].filter(Boolean);
}

const table = (topics) => h("div", { class: "scroll", role: "region", "aria-label": "By topic", tabindex: 0 }, h("table", {},
  h("thead", {}, h("tr", {}, ["Topic", "Asked", "Wrong", "Slow", "Seconds"].map((head) => h("th", { scope: "col" }, head)))),
  h("tbody", {}, Object.entries(topics).map(([topic, { asked, wrong, slow, seconds: time }]) => h("tr", {},
    h("th", { scope: "row" }, topic), [asked, wrong, slow, seconds(time)].map((cell) => h("td", { class: "num" }, String(cell))))))));
