// What the dealer sees: the cards that are up, the wagers at each seat, the deck, and what was done last.

import { card, cardsOf, h, money } from "./dom.js";
import { withCards } from "./record.js";

const SIGNS = { win: "▲ paid", lose: "▼ taken", push: "= given back", void: "○ void", forfeit: "▼ forfeited" };

export function sceneOf({ round, seats, dealer, board, decks, rack, uncounted, lately }) {
  const facts = [...decks, rack && `in the rack: ${rack}`, uncounted && `stub not counted for ${uncounted} round${uncounted > 1 ? "s" : ""}`].filter(Boolean);
  return [
    h("h2", { class: "caps" }, `Round ${round}`),
    h("p", { class: "facts" }, `${facts.join("; ") || "no cards yet"}.`),
    dealer && group("Dealer", dealer, "large"),
    board && group("Board", board, "large"),
    h("ol", { class: "seats" }, seats.map(seat)),
    lately.length ? h("div", { class: "lately" }, h("h3", { class: "caps" }, "Just now"), h("ul", {}, lately.map((line) => h("li", {}, withCards(line))))) : null,
  ].filter(Boolean);
}

/** The cards that are drawn: real ones that nobody has read lie on the table beside the screen. */
const drawn = (names) => (document.body.dataset.cards === "real" ? names.filter((name) => name !== "??") : names);

const group = (title, cards, size) => h("section", { class: `cards ${size}`, "aria-label": title },
  h("h3", { class: "caps" }, title), h("p", {}, drawn(cardsOf(cards)).map((name) => card(name))));

function seat({ position, cards, stakes, status, low }) {
  const names = drawn(cardsOf(cards)), is = (place) => low.includes(place + 1);
  const high = names.filter((_, place) => !is(place)), under = names.filter((_, place) => is(place));
  return h("li", {},
    h("h3", {}, `Seat ${position}`, status && h("small", {}, ` ${status}`)),
    names.length ? h("p", { class: "held" }, high.map((name) => card(name)), under.length ? [h("span", { class: "caps" }, "low"), under.map((name) => card(name))] : null) : null,
    h("ul", { class: "stakes" }, stakes.map(({ wager, amount, outcome, paid }) => h("li", { class: outcome || null },
      h("span", {}, wager), " ", amount ? h("b", { class: "num" }, money(amount)) : null,
      outcome ? h("span", { class: "end" }, ` ${SIGNS[outcome]}`, paid ? ` ${money(paid)}` : "") : null))));
}
