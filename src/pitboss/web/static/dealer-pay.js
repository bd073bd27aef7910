// Settlement: one seat at a time, what each wager comes to, what to pay and what to take.

import { card, h, money, s } from "./dom.js";
import { sign } from "./law.js";
import { way } from "./dealer-top.js";

const SIGNS = { win: ["▲", "paid", "win"], lose: ["▼", "lost", "lose"], push: ["=", "push", ""], void: ["=", "void", ""], forfeit: ["▼", "lost", "lose"] };

/** Chips to pay with, drawn. */
export const chips = (list) => list.length > 0 && h("span", { class: "chips", "aria-hidden": "true" }, list.map(([value, number]) => [
  s("svg", { viewBox: "0 0 40 40" }, s("use", { href: `#chip-${value}` })), h("span", { class: "num" }, `×${number}`)]));

/** The verb of a row: pay, take or leave; without amounts the odds in their place. */
function verb(row) {
  const bare = !row.stake && !row.pay;
  if (row.outcome === "win") return ["give", bare ? row.odds || "Pay" : `Pay ${money(row.pay)}`];
  if (row.take || (bare && (row.outcome === "lose" || row.outcome === "forfeit"))) return ["take", bare ? "Take" : `Take ${money(row.take)}`];
  return ["stay", "Leave"];
}

function row(page, law, line) {
  const [mark, word, kind] = SIGNS[line.outcome], [does, text] = verb(line);
  return h("tr", {}, h("th", { scope: "row" }, line.label), h("td", { class: "st num" }, line.stake ? money(line.stake) : "–"),
    h("td", {}, h("span", { class: `tag ${kind}` }, `${mark} ${word}`)), h("td", { class: "why1" }, line.reason),
    h("td", { class: "ch" }, chips(line.chips)), h("td", { class: `do num ${does}` }, text),
    h("td", { class: "sg" }, h("span", { class: "big" }, sign(page.game, line.label, [...line.why, ...line.clauses.slice(0, 1).map((one) => law[one]).filter(Boolean)], line.clauses))));
}

const named = (names, label) => h("div", { class: label, "aria-label": label === "row5" ? "Best" : null }, names.map((name) => card(name)));

function hand(one) {
  const high = one.split && one.best.length ? [one.best.slice(0, one.split), one.best.slice(one.split)] : null;
  return h("div", { class: "hand" }, h("h3", {}, one.name, one.note && h("small", {}, one.note)),
    high ? [named(high[0], "row5"), named(high[1], "row5")] : [named(one.cards, "row2"), one.best.length > 0 && named(one.best, "row5")],
    h("p", { class: "nm" }, one.words));
}

/** The settlement of a seat, before it is recorded. */
export function pay(page, settled, law) {
  const bare = settled.rows.every((line) => !line.stake && !line.pay);
  return h("div", { class: "paying" },
    h("div", { class: "left" },
      h("section", { class: "due-p head", "aria-labelledby": "due-h" }, way(page), h("h1", { id: "due-h", tabindex: "-1", "data-key": "due" }, settled.title),
        settled.say && h("div", { class: "aloud" }, h("span", { class: "caps" }, "Say"), h("q", {}, `${settled.say}.`))),
      settled.hands.length > 0 && h("section", { class: "hands", "aria-label": "The hands" }, settled.hands.map(hand)),
      h("section", { class: "panel w", "aria-label": `Wagers of seat ${settled.position}, in order`, tabindex: "0" },
        h("table", { class: "pay" }, h("thead", {}, h("tr", {}, ["Wager", "Stake", "Result", "Reason"].map((name, index) => h("th", { scope: "col", class: index === 1 ? "st" : null }, name)), h("td"), h("th", { scope: "col", class: "do" }, "Do"), h("td"))),
          h("tbody", {}, settled.rows.map((line) => row(page, law, line)))),
        h("div", { class: "sum", "aria-live": "polite" }, !bare && settled.pay > 0 && h("b", { class: "num" }, `Pay ${money(settled.pay)}`), !bare && chips(settled.chips),
          !bare && settled.take > 0 && h("b", { class: "num" }, `Take ${money(settled.take)}`), !bare && !settled.pay && !settled.take && h("b", {}, "Nothing to pay"),
          h("span", { class: "of" }, settled.stays)))),
    page.order && order(page.order));
}

/** The seats in the order of settlement. */
export const order = ({ title, seats, paid, taken }) => h("aside", { class: "panel order", "aria-labelledby": "o-h" }, h("h2", { id: "o-h", class: "caps" }, title),
  h("ol", {}, seats.map((seat) => h("li", { class: seat.state || null, "aria-current": seat.state === "now" ? "step" : null },
    h("span", { class: "n" }, h("span", { class: "sr" }, "Seat "), seat.position), h("span", {}, h("b", {}, seat.title), h("small", {}, seat.note)),
    seat.state === "done" && h("span", { class: "ok" }, h("span", { class: "sr" }, "done"), h("span", { "aria-hidden": "true" }, "✓"))))),
  (paid > 0 || taken > 0) && h("footer", {}, h("dl", {}, h("div", {}, h("dt", {}, "Paid this round"), h("dd", { class: "num" }, money(paid))), h("div", {}, h("dt", {}, "Taken this round"), h("dd", { class: "num" }, money(taken))))));
