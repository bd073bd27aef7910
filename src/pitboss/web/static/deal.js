// How what has happened is shown in time: cards fly in one by one in the rules' order, then turn, then results appear.
// The page always holds the final state; animations only veil it, so they can be skipped or left out.

import { DEALER } from "./scene.js";

const CARD = 420, TURN = 300, RESULT = 160;
const LONGEST = 1900;
const GAPS = { deal: 110, board: 150, burn: 140, turn: 320, settle: 130, call: 350 };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const running = new Set();

/** When each card, turn and result of a feed is due, in milliseconds from now; `count` is how many cards a hand had. */
export const schedule = (feed, count) => {
  const plan = { cards: new Map(), turns: new Map(), results: new Map(), burns: [], total: 0 };
  if (still.matches) return plan;
  const dealt = new Map();
  let at = 0;
  const take = (gap) => ((at += gap), at - gap);
  const next = (position) => {
    const index = dealt.get(position) ?? count(position);
    dealt.set(position, index + 1);
    return index;
  };
  for (const event of feed) {
    if (event.kind === "BetsClosed") take(GAPS.call);
    else if (event.kind === "CardsDealt") {
      for (const [position, cards] of event.deals) {
        const moment = take(GAPS.deal);
        for (let one = 0; one < cards; one++) plan.cards.set(`${position}:${next(position)}`, moment + one * 30);
      }
    } else if (event.kind === "CommunityDealt") {
      for (const _ of event.faces.split(" ")) plan.cards.set(`board:${next("board")}`, take(GAPS.board));
    } else if (event.kind === "CardBurned") plan.burns.push(take(GAPS.burn));
    else if (event.kind === "CardsTurnedUp" || event.kind === "CardsPicked") plan.turns.set(event.position ?? DEALER, take(GAPS.turn));
    else if (event.kind === "WagerSettled") plan.results.set(`${event.wager}@${event.position}`, take(GAPS.settle));
  }
  const shrink = Math.min(1, LONGEST / Math.max(at, 1));
  for (const map of [plan.cards, plan.turns, plan.results]) for (const [key, value] of map) map.set(key, value * shrink);
  plan.burns = plan.burns.map((moment) => moment * shrink);
  plan.total = at * shrink;
  return plan;
};

const animate = (element, frames, timing) => {
  if (still.matches) return;
  const animation = element.animate(frames, { fill: "backwards", easing: "cubic-bezier(.2, .7, .2, 1)", ...timing });
  running.add(animation);
  animation.finished.catch(() => {}).then(() => running.delete(animation));
  return animation;
};

/** A card comes from a point given in the element's own units. */
export const fly = (element, { x, y }, delay) => animate(element, [
  { transform: `translate(${x}px, ${y}px) rotate(-40deg)`, opacity: 0 },
  { opacity: 1, offset: 0.15 },
  { transform: "none", opacity: 1 },
], { delay, duration: CARD });

/** A card turns up: `back` covers the face until it is on edge. */
export const turn = (element, back, delay) => {
  if (still.matches) return back.remove();
  const done = animate(back, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], { delay, duration: TURN });
  animate(element, [{ transform: "scaleX(1)" }, { transform: "scaleX(.04)" }, { transform: "scaleX(1)" }], { delay, duration: TURN });
  done.finished.catch(() => {}).then(() => back.remove());
};

/** Something appears. */
export const appear = (element, delay) => animate(element, [{ opacity: 0 }, { opacity: 1 }], { delay, duration: RESULT });

/** Something is gone: at once, or after a while. */
export const vanish = (element, delay) => {
  const done = delay === undefined ? null : animate(element, [{ opacity: 1 }, { opacity: 0 }], { delay, duration: RESULT });
  if (done) done.finished.catch(() => {}).then(() => element.remove());
  else element.remove();
};

/** A card leaves for a point and is gone. */
export const leave = (element, { x, y }, delay) => {
  const done = animate(element, [{ opacity: 1 }, { transform: `translate(${x}px, ${y}px)`, opacity: 1, offset: 0.9 }, { transform: `translate(${x}px, ${y}px)`, opacity: 0 }], { delay, duration: CARD, fill: "both" });
  if (done) done.finished.catch(() => {}).then(() => element.remove());
  else element.remove();
};

/** Cards outside the felt move, too: they come in when they are dealt, and turn if they were hidden before. */
export const moveCards = (root, plan, wasHidden) => {
  for (const element of root.querySelectorAll("[data-card]")) {
    const [position] = element.dataset.card.split(":"), start = plan.cards.get(element.dataset.card), face = element.firstChild;
    const turns = start === undefined ? wasHidden(position) && plan.turns.get(Number(position)) : start + CARD * 0.7;
    if (start !== undefined) fly(element, { x: 90, y: -120 }, start);
    if (face.getAttribute("href") === "#back" || position === "board" || typeof turns !== "number") continue;
    const back = face.cloneNode();
    back.setAttribute("href", "#back");
    element.append(back);
    turn(element, back, turns);
  }
  for (const element of root.querySelectorAll("[data-result]")) {
    const start = plan.results.get(element.dataset.result);
    if (start !== undefined) appear(element, start);
  }
  for (const element of root.querySelectorAll("[data-after]")) {
    const start = plan.turns.get(Number(element.dataset.after));
    if (start !== undefined) appear(element, start + TURN);
  }
};

/** Whether something is still moving. */
export const isMoving = () => running.size > 0;

/** Show the end of everything that moves. */
export const skip = () => {
  for (const animation of [...running]) animation.finish();
};
