// One's own position from close by, for narrow screens: the dealer, the board, the areas, each large enough to touch.

import { card, h, money, s } from "./dom.js";
import { KINDS, OUTCOMES, SIGNS, chipsOf } from "./chips.js";
import { describe } from "./table-felt.js";
import { boardSlots } from "./felt.js";
import { DEALER, cardsAt, label, resultsAt, statusAt } from "./scene.js";
import { once, withCards } from "./record.js";

const RING = 29.5;
const COVER = "on the dealer's cards";

/** Draw the close view of the position that is asked, or of one's seat. */
export const drawNear = (element, felt, now, page) => {
  const place = now.decisions[0]?.given.position ?? now.ownHands[0] ?? now.seat;
  if (!place) return;
  const parts = element.childElementCount ? element : frame(element);
  const [dealer, board, , areas] = parts.children;
  drawDealer(dealer, now);
  const slots = boardSlots(felt), faces = now.shown && now.round.board ? now.round.board.split(" ") : [];
  board.hidden = !slots.length;
  once(board, faces, () => slots.map((_, index) =>
    (faces[index] ? h("li", {}, card(faces[index], { "data-card": `board:${index}` })) : h("li", { class: "empty" }))));
  drawAreas(areas, [...felt.areas.values()].filter(({ position }) => position === place).map(({ wager }) => wager), place, now, page);
};

const frame = (element) => {
  element.append(h("div", { class: "near-dealer", "aria-hidden": "true" }), h("ol", { class: "near-board", "aria-hidden": "true" }),
    h("p", { class: "near-house", "aria-hidden": "true" }, document.body.dataset.house), h("div", { class: "near-areas", role: "group", "aria-label": "Your wagers" }));
  return element;
};

const drawDealer = (element, now) => {
  const cards = cardsAt(now, DEALER), isCovered = now.round?.cover === COVER && cards.length > 0;
  const others = Object.entries(now.view.seats).filter(([, player]) => player !== now.you?.name).slice(0, 3)
    .map(([seat, player]) => [player, statusAt(now, Number(seat)) || `seat ${seat}`]);
  const isTold = now.round?.over && now.ownHands.length > 0;
  const said = now.shown && !isTold ? now.dealerSaid : "";
  once(element, [cards, isCovered, others, said], () => [
    h("ul", { class: "near-seats" }, others.map(([player, doing]) => h("li", {}, h("b", {}, player), h("span", {}, doing)))),
    h("div", { class: `near-cards n${cards.length}` }, cards.map((name, index) => card(name, { "data-card": `${DEALER}:${index}` })),
      isCovered ? s("svg", { class: "card cover", viewBox: "0 0 100 140", "aria-hidden": "true" }, s("use", { href: "#cover" })) : null),
    h("p", { class: "near-said", "data-after": DEALER }, withCards(said))]);
};

const drawAreas = (element, wagers, place, now, page) => {
  const bet = page.bets.amounts(place), isBetting = Object.keys(bet).length > 0;
  const isOwn = now.ownHands.includes(place);
  const stakes = isBetting ? bet : now.shown && isOwn ? now.hands.get(place).wagers : {};
  const lines = isBetting || !isOwn ? new Map() : resultsAt(now, place);
  const asked = new Map(now.decisions.filter(({ given }) => given.amount).map(({ given }) => [given.action, given.amount]).reverse());
  const keys = wagers.map((wager) => `${wager}@${place}`);
  for (const child of [...element.children]) if (!keys.includes(child.dataset.area)) child.remove();
  wagers.forEach((wager, index) => {
    const key = keys[index], isOpen = now.betting && !now.rules.wagers.find(({ name }) => name === wager).after_deal;
    let area = element.querySelector(`[data-area="${CSS.escape(key)}"]`);
    if (!area) element.append(area = h("div", { "data-area": key, "data-wager": wager, "data-position": place }));
    open(area, isOpen, key, now, page);
    const thing = { stake: stakes[wager] ?? 0, line: lines.get(wager), asked: asked.get(wager) };
    area.className = `near-area ${thing.line ? KINDS[thing.line.outcome] ?? "" : thing.asked && !thing.stake ? "asked" : ""}`;
    once(area, [thing, isOpen], () => lying(label(now.rules, wager), wager, key, isOpen, thing));
  });
};

const open = (area, isOpen, key, now, page) => {
  if (isOpen) {
    area.dataset.bet = key;
    area.setAttribute("role", "spinbutton");
    describe(area, now, page.bets.amounts);
    return;
  }
  delete area.dataset.bet;
  for (const name of ["role", "tabindex", "aria-label", "aria-valuemin", "aria-valuemax", "aria-valuenow", "aria-valuetext"]) area.removeAttribute(name);
};

const lying = (name, wager, key, isOpen, { stake, line, asked }) => {
  const chips = chipsOf(line ? line.paid + line.returned : stake).slice(0, 4), text = name.toUpperCase();
  const said = line ? (line.paid ? `▲ ${money(line.paid)}` : `${SIGNS[line.outcome]} ${OUTCOMES[line.outcome]}`) : stake ? money(stake) : asked ? `${money(asked)}?` : "";
  return [
    s("svg", { viewBox: "-32 -32 64 64", "aria-hidden": "true" }, s("circle", { class: "ring", r: RING }),
      s("path", { id: `near-${wager}`, d: "M-13.8 13.8A19.5 19.5 0 1 1 13.8 13.8", fill: "none" }),
      s("text", { class: "lab", style: `font-size:${Math.min(10, 95 / text.length)}px` }, s("textPath", { href: `#near-${wager}`, startOffset: "50%" }, text)),
      chips.map((value, index) => s("use", { href: `#chip-${value}`, x: -14, y: -11 - 3 * index, width: 28, height: 28 }))),
    said && h("span", { class: "near-amount num", "data-result": line ? key : null }, !isOpen && h("span", { class: "sr" }, `${name} `), said)];
};
