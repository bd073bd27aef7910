// Chips that the record has moved and the dealer has not yet: what to give back, to pay and to take.

import { h, money } from "./dom.js";
import { chips } from "./dealer-pay.js";
import { way, why } from "./dealer-top.js";

/** The first of the moves that are still to be done, where nothing else comes before it. */
export const moveDue = (page) => (page.ask.kind === "rule" ? null : page.moved[0] ?? null);

const verbs = ({ back, pay, take }) => [back && `Give back ${money(back)}`, pay && `Pay ${money(pay)}`, take && `Take ${money(take)}`].filter(Boolean);
const kind = ({ pay, take }) => (take ? "take" : pay ? "give" : "stay");

/** What to do with chips, with the reason. */
export function moving(page, move) {
  const row = (one) => h("tr", {}, h("th", { scope: "row" }, one.position ? `Seat ${one.position}` : "Has left"), h("td", { class: "why1" }, one.label),
    h("td", { class: "why1" }, one.result), h("td", { class: `do num ${kind(one)}` }, verbs(one).join(", ") || (one.result === "void" || !one.result ? "Give back" : one.result === "forfeit" ? "Take" : one.result)));
  return h("div", { class: "paying moving" },
    h("div", { class: "left" },
      h("section", { class: "due-p head", "aria-labelledby": "due-h" }, way(page), h("h1", { id: "due-h", tabindex: "-1", "data-key": "due" }, move.title), why(page, move.title, move.clauses),
        h("p", { class: "how" }, move.why)),
      h("section", { class: "panel w", "aria-label": "The wagers", tabindex: "0" },
        h("table", { class: "pay" }, h("thead", {}, h("tr", {}, ["Seat", "Wager", "Result"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col", class: "do" }, "Do"))),
          h("tbody", {}, move.rows.map(row))),
        h("div", { class: "sum", "aria-live": "polite" }, verbs(move).map((text) => h("b", { class: "num" }, text)), move.pay > 0 && chips(move.chips), h("span", { class: "of" }, move.cards)))));
}
