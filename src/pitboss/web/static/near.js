// One's own position from close by, for narrow screens: the dealer, the board, the areas, each large enough to touch.

import { card, h, money, s } from "./dom.js";
import { OUTCOMES, SIGNS, chipsOf } from "./chips.js";
import { describe } from "./table-felt.js";
import { boardSlots } from "./felt.js";
import { DEALER, cardsAt, label, resultsAt, statusAt } from "./scene.js";
import { once, withCards } from "./record.js";

const RING = 29.5;

/** Draw the close view; `place` is the position that is looked at. */
export const drawNear = (element, felt, now, page) => {
  const place = now.decisions[0]?.given.position ?? now.ownHands[0] ?? now.seat;
  if (!place) return;
  const { bets } = page, amounts = bets.amounts(place);
  const stakes = now.betting && (now.bets.has(place) || Object.keys(amounts).length) ? amounts : now.shown ? now.hands.get(place)?.wagers ?? {} : {};
  const lines = Object.keys(amounts).length ? new Map() : resultsAt(now, place);
  const dealer = cardsAt(now, DEALER), board = now.shown && now.round.board ? now.round.board.split(" ") : [];
  const others = Object.entries(now.view.seats).filter(([, player]) => player !== now.you?.name);
  const asked = new Map(now.decisions.filter(({ given }) => given.amount).map(({ given }) => [given.action, given.amount]).reverse());
  const areas = [...felt.areas.values()].filter(({ position }) => position === place).map(({ wager }) => wager);
  once(element, [place, dealer, now.round?.cover, board, stakes, [...lines.values()], [...asked], now.betting, others.map(([seat, player]) => [player, statusAt(now, Number(seat))]), now.dealerSaid], () => [
    h("div", { class: "near-dealer" },
      h("ul", { class: "near-seats" }, others.slice(0, 3).map(([seat, player]) => h("li", {}, h("b", {}, player), h("span", {}, statusAt(now, Number(seat)) || `seat ${seat}`)))),
      h("div", { class: `near-cards n${dealer.length}` }, dealer.map((name) => card(name)), now.round?.cover === "on the dealer's cards" && dealer.length ? cover() : null),
      h("p", { class: "near-said" }, now.shown ? withCards(now.dealerSaid) : "")),
    boardSlots(felt).length ? h("ol", { class: "near-board", "aria-label": "Community cards" }, boardSlots(felt).map((_, index) =>
      (board[index] ? h("li", {}, card(board[index])) : h("li", { class: "empty" }, h("span", { class: "sr" }, "to come"))))) : null,
    h("p", { class: "near-house", "aria-hidden": "true" }, document.body.dataset.house),
    h("div", { class: "near-areas", role: "group", "aria-label": "Your wagers" }, areas.map((wager) =>
      area(now, page, wager, place, { stake: stakes[wager] ?? 0, line: lines.get(wager), asked: asked.get(wager) })))]);
};

const cover = () => s("svg", { class: "card cover", viewBox: "0 0 100 140", "aria-hidden": "true" }, s("use", { href: "#cover" }));

const area = (now, page, wager, place, { stake, line, asked }) => {
  const rule = now.rules.wagers.find(({ name }) => name === wager);
  const isOpen = now.betting && !rule.after_deal;
  const back = line ? line.paid + line.returned : stake;
  const said = line ? (line.paid ? `▲ ${money(line.paid)}` : `${SIGNS[line.outcome]} ${OUTCOMES[line.outcome]}`) : stake ? money(stake) : asked ? `${money(asked)}?` : "";
  const kind = line ? { win: "won", lose: "gone", forfeit: "gone" }[line.outcome] ?? "" : asked && !stake ? "asked" : "";
  const text = label(now.rules, wager).toUpperCase();
  const element = h("div", { class: `near-area ${kind}`, ...(isOpen && { "data-bet": `${wager}@${place}`, "data-wager": wager, "data-position": place, "data-focus": `${wager}@${place}`, role: "spinbutton" }) },
    s("svg", { viewBox: "-32 -32 64 64", "aria-hidden": "true" }, s("circle", { class: "ring", r: RING }),
      s("path", { id: `near-${wager}`, d: "M-13.8 13.8A19.5 19.5 0 1 1 13.8 13.8", fill: "none" }),
      s("text", { class: "lab", style: `font-size:${Math.min(10, 95 / text.length)}px` }, s("textPath", { href: `#near-${wager}`, startOffset: "50%" }, text)),
      chipsOf(back).slice(0, 4).map((value, index) => s("use", { href: `#chip-${value}`, x: -14, y: -11 - 3 * index, width: 28, height: 28 }))),
    said && h("span", { class: "near-amount num" }, !isOpen && h("span", { class: "sr" }, `${label(now.rules, wager)} `), said));
  if (isOpen) describe(element, now, page.bets.amounts);
  return element;
};
