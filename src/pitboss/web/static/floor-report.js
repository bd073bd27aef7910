// Reports and orders: say what was seen or what is wanted, see what the rules order, then record it.

import { announce, h, money, words } from "./dom.js";
import { clause } from "./law.js";
import { api } from "./net.js";
import { byWhom, draw, fieldsFor, redraw } from "./floor-dom.js";
import * as sheet from "./floor-sheet.js";

const SOON = 160, STILL_OPEN = "…";
const ABOUT = { "Cards and hands": ["cards"], "Devices and people": ["devices", "people"] };

/** The sheet for a table; `context()` gives the scene, the desk and the connection as they are now. */
export function reporting(context, person) {
  let chosen = null, order = null, form = null, timer = 0, pointed = false;
  const facts = h("div", { class: "facts" });
  const orders = h("div", { "aria-live": "polite" });
  const said = h("p", { class: "note", tabindex: "-1", hidden: true });
  const choices = h("div", { onpointerdown: () => (pointed = true) });
  const what = h("b");
  const button = h("button", { class: "btn primary", type: "submit" }, "Record and carry out");
  const form_ = h("form", { class: "reporting", novalidate: true, onsubmit: (event) => { event.preventDefault(); carryOut(); } }, choices, facts, orders,
    h("footer", {}, h("p", {}, what, ` Recorded by ${person.name}. Nothing is undone: a later correction is a new entry.`), button), said);

  const say = (text, bad = false) => {
    said.hidden = !text;
    said.textContent = text;
    said.classList.toggle("bad", bad);
  };

  const command = (blank = null) => {
    const { command: name, given } = order ?? chosen;
    const about = order?.about ? { [order.about]: order.which[0] } : {};
    return { command: name, arguments: { ...given, ...about, ...form.read(blank) }, ...(order && byWhom(order)) };
  };

  function fields() {
    const { fields: own = [], about = null, which = [] } = order ?? chosen ?? {};
    const whom = about && which.length > 1 ? [{ name: about, label: words(about)[0].toUpperCase() + words(about).slice(1), kind: "choice", start: which[0], choices: which.map((name) => [name, name]) }] : [];
    form = fieldsFor([...whom, ...own], foresee);
    facts.replaceChildren(...form.rows);
    what.textContent = !order && chosen ? `${chosen.says}.` : "";
    button.textContent = order ? "Carry out" : "Record and carry out";
    foresee();
  }

  function foresee() {
    clearTimeout(timer);
    timer = setTimeout(ask, SOON);
  }

  async function ask() {
    if (!order && !chosen) return show({ wait: "Choose what was seen. Before anything is recorded, what follows stands here." });
    if (order && !order.tried) return show(null);
    const { desk } = context();
    try {
      show(await api(`/tables/${desk.table}/preview`, command(STILL_OPEN)));
    } catch (error) { show({ wait: error.message }); }
  }

  function show(found) {
    button.disabled = Boolean(found?.refusal) || !(order ?? chosen);
    draw(orders, found && { ...found, version: 0 }, () => found ? preview(context().desk.game, found) : []);
  }

  async function carryOut() {
    const { live } = context();
    let asked;
    try { asked = command(); } catch (error) { return say(error.message, true); }
    const done = (order ?? chosen).says.replace(/\.$/, "");
    button.disabled = true;
    try {
      await live.command(asked.command, asked.arguments, asked);
      const text = `Recorded: ${done[0].toLowerCase()}${done.slice(1)}.`;
      announce(text);
      if (order) finish();
      else start({ asked: false });
      say(text);
      said.focus();
    } catch (error) {
      say(error.clause ? `${error.message} (${error.clause})` : error.message, true);
      button.disabled = false;
    }
  }

  /** Choose among the reports that make sense now. */
  function start({ asked = true } = {}) {
    order = chosen = null;
    say("");
    sheet.show("report", "Report an irregularity", where(context()), [form_], { asked });
    redraw(choices);
    update();
    fields();
  }

  /** An order, a ruling or a step that has to say more. */
  function give(move) {
    order = move;
    say("");
    redraw(choices);
    choices.replaceChildren(h("p", { class: "about" }, move.says, " ", move.clauses.slice(0, 3).flatMap((one) => [clause(context().desk.game, one), " "])));
    sheet.show("order", move.tried ? "Give an order" : "Take a step", where(context()), [form_]);
    fields();
  }

  /** An order was carried out: its sheet stays, with nothing left to say. */
  function finish() {
    clearTimeout(timer);
    sheet.show("done", sheet.title(), where(context()), [form_], { asked: false });
    order = chosen = null;
    facts.replaceChildren();
    show(null);
  }

  /** The table has moved on: offer what makes sense now, and look again at what would follow. */
  function update() {
    const { desk } = context();
    if (sheet.shown() === "order") return foresee();
    if (sheet.shown() !== "report") return undefined;
    sheet.subtitle(where(context()));
    const same = desk.reports.find((report) => report.name === chosen?.name) ?? null;
    const changed = JSON.stringify(same) !== JSON.stringify(chosen);
    chosen = same;
    draw(choices, [desk.reports, chosen?.name], () => radios(desk.reports, chosen, choose));
    return changed ? fields() : foresee();
  }

  async function choose(report) {
    chosen = report;
    say("");
    fields();
    clearTimeout(timer);
    await ask();
    if (pointed) (facts.childElementCount ? facts : orders).scrollIntoView({ block: "nearest" });
    pointed = false;
  }

  return { start, give, update };
}

const where = ({ scene, desk }) => `Table ${desk.table}${scene?.view.round && !scene.view.round.over ? `, round ${scene.view.round.number}` : ", between rounds"}`;

function radios(reports, chosen, choose) {
  if (!reports.length) return h("p", { class: "sub" }, "The table is empty: there is nothing to report.");
  return Object.entries(ABOUT).map(([title, about]) => {
    const own = reports.filter((report) => about.includes(report.about));
    return own.length > 0 && h("fieldset", {}, h("legend", { class: "caps" }, title), h("div", { class: "opts" }, own.map((report) =>
      h("label", { class: "opt" }, h("input", { type: "radio", name: "what", value: report.name, checked: report.name === chosen?.name, "data-key": `report ${report.name}`, onchange: () => choose(report) }), h("span", {}, report.says)))));
  });
}

function preview(game, found) {
  if (found.wait) return h("section", { class: "orders" }, h("h3", { class: "caps" }, "What the rules order"), h("p", { class: "sub" }, found.wait));
  if (found.refusal) return h("section", { class: "orders" }, h("h3", { class: "caps" }, "Not lawful now"), h("p", {}, `${found.refusal.message} `, clause(game, found.refusal.clause)));
  const step = (title, detail, clauses) => h("li", {}, h("p", {}, h("b", {}, title), detail && `: ${detail}`), h("p", {}, clauses.flatMap((one) => [clause(game, one), " "])));
  return [
    h("section", { class: "orders", "aria-label": "What the rules order" }, h("h3", { class: "caps" }, "What the rules order"),
      h("ol", {}, found.orders.map((one) => step(one.title, one.detail, one.clauses)), found.cards.map((deck) => step(`With the ${deck.deck} deck`, deck.steps.join("; "), []))),
      found.then && h("p", { class: "then" }, h("span", { class: "caps" }, "Then due "), found.then.says, " ", found.then.clauses.slice(0, 2).flatMap((one) => [clause(game, one), " "]))),
    found.money.length > 0 && moneyOf(found.money),
    found.again && h("section", { class: "orders" }, h("h3", { class: "caps" }, "If the second count says the same"), h("ol", {}, found.again.orders.filter((one) => !one.title.startsWith("Reported")).map((one) => step(one.title, one.detail, one.clauses)))),
    found.again?.money.length > 0 && moneyOf(found.again.money),
  ];
}

const moneyOf = (seats) => (seats.some((seat) => seat.back || seat.paid || seat.lost) ? table(seats) : h("p", { class: "sub stays" }, "All wagers stay where they are."));

function table(seats) {
  const stays = (sums) => Object.entries(sums).map(([wager, cents]) => `${words(wager)} ${money(cents)}`).join(", ");
  const paid = seats.some((seat) => seat.paid), lost = seats.some((seat) => seat.lost);
  const sum = (pick) => money(seats.reduce((total, seat) => total + pick(seat), 0));
  const staying = (seat) => Object.values(seat.stays).reduce((total, cents) => total + cents, 0);
  const head = ["Seat", "Goes back", paid && "Is paid", lost && "To the house", "Stays"].filter(Boolean);
  return h("table", { class: "back" }, h("caption", { class: "sr" }, "Money by seat"),
    h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, seats.map((seat) => h("tr", {}, h("th", { scope: "row" }, `${seat.position}, ${seat.player}`),
      h("td", { class: "num" }, seat.back ? money(seat.back) : "–"), paid && h("td", { class: "num" }, seat.paid ? money(seat.paid) : "–"), lost && h("td", { class: "num" }, seat.lost ? money(seat.lost) : "–"), h("td", {}, stays(seat.stays) || "–")))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Together"), h("td", { class: "num" }, sum((seat) => seat.back)), paid && h("td", { class: "num" }, sum((seat) => seat.paid)), lost && h("td", { class: "num" }, sum((seat) => seat.lost)), h("td", { class: "num" }, sum(staying)))));
}
