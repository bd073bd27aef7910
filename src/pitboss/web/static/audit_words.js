// What the felt shows, as a short list for people who listen instead of looking.

import { cardName, cardsOf, h, money, words } from "./dom.js";

const hand = (cards) => cardsOf(cards).map(cardName).join(", ") || "no cards";
const OUTCOMES = { win: "paid", lose: "lost", push: "pushed", void: "void", forfeit: "forfeited" };
const stakes = (wagers) => Object.entries(wagers).filter(([, cents]) => cents !== 0).map(([name, cents]) => (cents === null ? words(name) : `${words(name)} ${money(cents)}`));

/** Fill a list with what a view says. */
export function inWords(list, view) {
  list.replaceChildren(...(view ? said(view) : []).map((line) => h("li", {}, line)));
}

function said(view) {
  const lines = [];
  const round = view.round && !view.round.over ? view.round : null;
  if (round) {
    const dealer = round.hands[0];
    lines.push(`Round ${round.number}. Dealer: ${dealer.racked ? "cards racked" : hand(dealer.cards)}.`);
    if (round.board) lines.push(`Board: ${hand(round.board)}.`);
  }
  for (const [position, name] of Object.entries(view.seats)) {
    const own = round?.hands[position];
    const bets = stakes(own?.wagers ?? view.bets[position]?.wagers ?? {});
    const state = own ? own.void ? "hand void" : own.folded ? "folded" : own.racked ? "cards racked" : hand(own.cards) : "no hand";
    const results = (own?.results ?? []).map((line) => `${words(line.wager)} ${OUTCOMES[line.outcome]}${line.stake === null ? (line.odds ? ` ${line.odds}` : "") : `, ${money(line.paid + line.returned)} back`}`);
    const chips = view.stakes === "announced" ? [] : [`${money(view.chips[name] ?? 0)} in chips`];
    lines.push([`Seat ${position}, ${name}: ${state}`, ...bets, ...results, ...chips].join("; "));
  }
  if (view.due) lines.push(`Due: ${view.due}.`);
  return lines;
}
