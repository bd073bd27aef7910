// What a scene means for the person who looks at it. Everything here is worked out from data, nothing is kept.

import { cardsOf, money, words } from "./dom.js";

export const DEALER = 0;
const DECISIONS = ["Pick", "SetHand", "Act", "LayDown"];

/** The scene as one person sees it, with the rules in force. */
export const seen = (scene, rules) => {
  const { view, moves, you } = scene;
  const round = view.round;
  const seat = you?.seat ?? null;
  const bets = byNumber(view.bets);
  const hands = byNumber(round?.hands ?? {});
  const mine = (entries) => [...entries].filter(([position, { player }]) => position && player === you?.name).map(([position]) => position);
  const ownBets = mine(bets), ownHands = mine(hands);
  const playing = Boolean(round && !round.over);
  const waitsForYou = scene.due?.player && scene.due.player === you?.name ? scene.due.command : null;
  const decisions = moves.filter(({ command, player }) => player && (DECISIONS.includes(command) || command === waitsForYou));
  const shown = Boolean(round && (playing || !(seat ? ownBets.length : bets.size)));
  return {
    scene, rules, view, round, you, seat, bets, hands, ownBets, ownHands, playing, decisions, shown,
    chips: seat ? view.chips[you.name] ?? 0 : 0,
    open: view.open,
    betting: moves.some(({ command }) => command === "Bet"),
    phase: !view.open ? "closed" : !seat ? "watching" : decisions.length ? "deciding" : playing ? "waiting" : "betting",
    move: (command) => moves.find((move) => move.command === command) ?? null,
    due: scene.due,
  };
};

const byNumber = (object) => new Map(Object.entries(object).map(([key, value]) => [Number(key), value]).sort(([a], [b]) => a - b));

/** The wagers that lie at a position: bets before the call, the hand's afterwards. */
export const wagersAt = (now, position) => {
  const bets = now.bets.get(position);
  if (bets) return bets.wagers;
  return now.shown ? now.hands.get(position)?.wagers ?? {} : {};
};

/** The settled lines of a hand by wager. */
export const resultsAt = (now, position) => {
  if (!now.shown || now.bets.has(position)) return new Map();
  return new Map((now.hands.get(position)?.results ?? []).map((line) => [line.wager, line]));
};

/** The cards of a hand that lie on the table now; none once they are racked, until the round is over. */
export const cardsAt = (now, position) => {
  const hand = now.hands.get(position);
  if (!now.shown || !hand || (position && now.bets.has(position)) || (hand.racked && now.playing)) return [];
  return cardsOf(hand.cards);
};

export const label = (rules, wager) => rules.wagers.find(({ name }) => name === wager)?.label ?? capital(words(wager));
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** What a position has won or lost so far. */
export const netAt = (lines) => [...lines.values()].reduce((sum, { paid, returned, stake }) => sum + paid + returned - stake, 0);

/** What somebody at a position is doing, as a dealer would say it. */
export const statusAt = (now, position) => {
  const hand = now.hands.get(position), { due, view } = now;
  if (now.playing) {
    if (!hand) return "sits out";
    if (due?.given?.position === position && due.player) return { Pick: "picking", SetHand: "setting" }[due.command] ?? "to act";
    if (hand.void) return "hand void";
    if (hand.departed) return "has left";
    if (hand.folded) return Object.keys(hand.wagers).length > hand.results.length ? "folded, bonus stands" : "folded";
    const played = now.rules.wagers.filter(({ name, after_deal }) => after_deal && hand.wagers[name]);
    if (played.length) return `played ${hand.wagers.ante ? times(hand.wagers[played[0].name] / hand.wagers.ante) : ""}`.trim();
    return "in play";
  }
  const player = view.seats[position];
  if (now.scene.call?.ready.includes(player)) return "ready";
  if (now.bets.has(position)) return "betting";
  const lines = resultsAt(now, position);
  return lines.size ? money(netAt(lines), { sign: true }) : "";
};

const times = (number) => (number > 1 ? `${number}×` : "");
