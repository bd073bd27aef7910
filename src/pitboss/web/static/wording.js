// Sentences of the floor: what is asked, whom the table waits for, what has happened.

import { areReal, cardName, cardsOf, money, words } from "./dom.js";
import { capital, cardsAt, label, netAt, resultsAt, statusAt, wagersAt } from "./scene.js";

export const NUMBERS = ["no", "one", "two", "three", "four", "five"];
const list = (parts, comma = "") => (parts.length < 2 ? parts[0] ?? "" : `${parts.slice(0, -1).join(", ")}${comma} or ${parts.at(-1)}`);

/** A choice as its button says it. */
export const choiceOf = ({ given }, hand) => {
  const times = given.amount && hand.wagers.ante ? given.amount / hand.wagers.ante : 0;
  const name = capital(words(given.action));
  return { text: times > 1 ? `${name} ${times}×` : name, initial: name };
};

/** Whether a hand of real cards lies there that nobody has read in full. */
export const isUnread = (now, position) => areReal && cardsAt(now, position).includes("??");

/** The sentence that asks for a decision. */
export const asking = (now, moves) => {
  const [{ command, given, open }] = moves;
  if (command === "Pick") return `Pick ${NUMBERS[open.places.number]} of your ${NUMBERS[open.places.most]} cards.`;
  if (command === "SetHand") return `${capital(NUMBERS[now.rules.setting.high])} cards high, ${NUMBERS[now.rules.setting.low]} low.`;
  if (command === "LayDown") return "Look at your cards, then lay them down.";
  if (!given.action) return `${capital(words(given.step ?? "go on"))}.`;
  const { ante } = now.hands.get(given.position).wagers;
  const plain = moves.filter((move) => !move.given.amount).map((move) => words(move.given.action));
  const staked = [...grouped(moves)].map(([action, some]) => `${words(action)} ${staking(some.map((move) => move.given.amount / ante), some[0].given.amount)}`);
  return `${capital(list([...plain, ...staked], ","))}.`;
};

const staking = (multiples, amount) => {
  const [only] = multiples;
  if (multiples.length === 1 && only < 3) return only === 2 ? "twice your ante" : `for ${money(amount)}`;
  return `${list(multiples.map((number) => NUMBERS[number] ?? number))} times your ante`;
};

const grouped = (moves) => moves.filter((move) => move.given.amount).reduce((map, move) => map.set(move.given.action, [...(map.get(move.given.action) ?? []), move]), new Map());

/** Whom the table waits for. */
export const waitingFor = (now) => {
  const { due } = now;
  if (!due) return "The next round begins when somebody has bet.";
  if (due.player) return `${due.player} to act.`;
  const [who, ...what] = due.words.split(": ");
  return `The ${who}: ${what.join(": ").replace(/ \(.*\)$/, "")}.`;
};

/** The table in a few sentences, for those who listen. */
export const table = (now) => {
  const { rules, you } = now;
  const named = (position) => (isUnread(now, position) ? "they lie in front of you" : cardsAt(now, position).map(cardName).join(", "));
  const chips = (wagers) => Object.entries(wagers).map(([wager, amount]) => `${label(rules, wager)} ${money(amount)}`).join(", ");
  const own = now.ownHands.filter((position) => cardsAt(now, position).length);
  const lines = own.map((position) => `Your cards${own.length > 1 ? ` at seat ${position}` : ""}: ${named(position)}.${now.reading?.(position) ? ` ${now.reading(position)}.` : ""}`);
  if (now.shown && now.round.board) lines.push(`Community cards: ${cardsOf(now.round.board).map(cardName).join(", ")}.`);
  for (const position of new Set([...now.ownHands, ...now.ownBets])) {
    const staked = chips(wagersAt(now, position)), results = resultsAt(now, position);
    if (staked) lines.push(`Your wagers${now.ownHands.length > 1 ? ` at seat ${position}` : ""}: ${staked}.${results.size ? ` Settled so far: ${money(netAt(results), { sign: true })}.` : ""}`);
  }
  for (const [position, player] of Object.entries(now.view.seats)) {
    if (player === you?.name) continue;
    const shown = cardsAt(now, Number(position)).filter((name) => name !== "??");
    lines.push(`Seat ${position}, ${player}: ${[chips(wagersAt(now, Number(position))), statusAt(now, Number(position)), shown.map(cardName).join(", ")].filter(Boolean).join("; ") || "no wagers"}.`);
  }
  if (now.shown) {
    const dealer = cardsAt(now, 0);
    if (dealer.length) lines.push(`Dealer: ${dealer.every((name) => name === "??") ? `${dealer.length} cards, face down` : dealer.map(cardName).join(", ")}.${now.dealerSaid ? ` ${capital(now.dealerSaid)}.` : ""}`);
  }
  return lines;
};

/** What is called out about the events of a scene. */
export const called = (now, feed) => {
  const parts = [];
  for (const event of feed) {
    if (event.kind === "BetsClosed") parts.push("No more bets.");
    else if (event.kind === "CardsDealt" && now.ownHands.length) parts.push(areReal ? "Your cards are dealt." : now.ownHands.map((position) => `Your cards: ${cardsAt(now, position).map(cardName).join(", ")}.`).join(" "));
    else if (event.kind === "CommunityDealt") parts.push(`Community cards: ${cardsOf(event.faces).map(cardName).join(", ")}.`);
    else if (event.kind === "HandAnnounced") parts.push(`${event.position ? (now.ownHands.includes(event.position) ? "You" : `Seat ${event.position}`) : "Dealer"}: ${spoken(event.words)}.`);
    else if (event.kind === "WagerSettled" && now.ownHands.includes(event.position)) parts.push(`${event.title}.`);
    else if (event.kind === "IrregularityFound" || event.kind === "RoundVoided" || event.kind === "HandVoided") parts.push(`${event.title}. ${event.detail}`);
    else if (event.kind === "RoundEnded" && now.ownHands.length) parts.push(`In all ${money(now.ownHands.reduce((sum, position) => sum + netAt(resultsAt(now, position)), 0), { sign: true })}.`);
  }
  return parts.join(" ");
};

/** Cards within a text in words: "Kc Tc Ts: 30 high" is read out. */
const spoken = (text) => text.replace(/\b([2-9TJQKA][shdc])\b/g, (found) => cardName(found));
