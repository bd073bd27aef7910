// The page of a table: scenes come in, everything is drawn from them, wishes go out.

import { announce, areReal, h, money } from "./dom.js";
import { listenToAreas } from "./areas.js";
import { createBets } from "./bets.js";
import { openCashier } from "./cashier.js";
import { createCoach } from "./coach.js";
import { isMoving, moveCards, schedule, skip } from "./deal.js";
import { dockOf } from "./dock.js";
import { readFelt } from "./felt.js";
import { listenToKeys } from "./keys.js";
import { sign } from "./law.js";
import { drawNear } from "./near.js";
import { Live, api } from "./net.js";
import { clauseWords, once, tellFeed, tellLast, tellMoney, tellScreen } from "./record.js";
import { capital, cardsAt, seen } from "./scene.js";
import { meantToSit } from "./sitting.js";
import { setSuits, suits } from "./suits.js";
import { createTop, layPlates, layTouch } from "./table-felt.js";
import { createChoices } from "./choices.js";
import { asking, called, table as inWords } from "./wording.js";

const el = (id) => document.getElementById(id);
const { table } = document.body.dataset;
const felt = readFelt(el("felt").querySelector("svg"));
el("felt").style.setProperty("--ratio", felt.svg.viewBox.baseVal.height / felt.svg.viewBox.baseVal.width);
const top = createTop(felt);
const coach = createCoach(el("coach"), table, () => draw());
const narrow = matchMedia("(max-width: 700px)");
const QUIET = { cards: new Map(), turns: new Map(), results: new Map(), burns: [], total: 0 };
const toSet = new Map();
const SPECIAL = ["IrregularityFound", "HandVoided", "RoundVoided", "WagersForfeited", "WagersStand", "ErrorCorrected"];

const untold = [];
let told = 0, acting = false;
let rules = null, now = null, away = 0, whole = false, plan = QUIET, said = new Map(), connection = "lost";

const live = new Live(table, (scene, before) => rules && arrived(scene, before), (state) => {
  connection = state;
  el("lost").hidden = state === "open";
  document.body.classList.toggle("is-lost", state !== "open");
  if (now) draw();
});

const refused = (error) => {
  if (error.code === "stale") return;
  notice({ title: `${capital(error.message)}.`, clauses: error.clause ? [error.clause] : [], kind: "refusal" });
};

const expected = [];

/** Resolves when the page shows a version of the table: what was answered may not be seen yet. */
const reached = (version) => new Promise((resolve) => {
  expected.push({ version, resolve });
  meet();
});
const meet = () => {
  for (const one of expected.filter(({ version }) => version <= live.scene.version)) {
    expected.splice(expected.indexOf(one), 1);
    one.resolve();
  }
};

const bets = createBets({ live, reached, changed: () => draw(), refused, said: (text) => announce(text) });
const choices = createChoices({ table, changed: () => draw() });

/** What the dock and the panels may ask for. */
const page = {
  bets,
  chip: 500,
  countdown: "",
  sit: (position) => live.send({ sit: position ? { position } : {} }).catch(refused),
  ready: () => bets.settled().then(() => live.send({ ready: true })).catch(refused),
  act: async (move, chosen) => {
    if (acting) return;
    acting = true;
    const { position } = move.given, { low } = choices.arrangement(position);
    const isArranged = move.command === "Act" && move.given.amount && low.length === rules.setting?.low;
    if (isArranged) toSet.set(position, [...low]);
    coach.decided({ ...move.given, low: (chosen.low ?? []).map((place) => cardsAt(now, position)[place - 1]) });
    try {
      const said = JSON.stringify(move);
      const { version } = await live.command(move.command, { ...move.given, ...chosen }, { stillOpen: ({ moves }) => moves.some((one) => JSON.stringify(one) === said) });
      clearNotices("refusal");
      await reached(version);
    } catch (error) {
      toSet.delete(position);
      refused(error);
    } finally {
      acting = false;
    }
  },
  brief: coach.brief,
  isSetting: (position) => toSet.has(position),
  leave: () => live.command("Leave").then(() => announce("You have left the table.")).catch(refused),
  cashier: (kind) => openCashier(el("cashier"), kind, now, (amount) => live.command(kind === "buy" ? "BuyIn" : "Tip", { amount })),
  stepWords: (clauses) => {
    const step = rules.steps.find((one) => one.clauses.some((clause) => clauses.includes(clause)));
    return step ? `${capital(step.words)}.` : clauseWords(clauses);
  },
  ...choices,
};

/** Hands that were arranged before their play wager was made are set as soon as the table asks for it. */
const setArranged = () => {
  for (const { command, given: { position } } of live.scene.moves) {
    const low = command === "SetHand" && toSet.get(position);
    if (!low) continue;
    toSet.set(position, null);
    coach.arranged(low.map((place) => cardsAt(now, position)[place - 1])).then(() => live.command("SetHand", { position, low })).catch((error) => {
      toSet.delete(position);
      refused(error);
      draw();
    });
  }
};

const arrived = (scene, before) => {
  const feed = before ? scene.feed.filter(({ seq }) => seq > before.version) : scene.feed;
  if (before && feed.some(({ kind }) => kind === "SubmissionPosted")) location.reload();
  away = scene.at - Date.now();
  const previous = now;
  const isFresh = before && before.version !== scene.version;
  for (const event of feed) {
    if (event.kind === "BetsClosed") said = new Map();
    if (event.kind === "HandAnnounced") said.set(event.position, [...(said.get(event.position) ?? []), event.words]);
  }
  now = look(scene);
  if (!now.playing) toSet.clear();
  if (!before && meantToSit(table) && now.phase === "watching" && now.move("Sit")) page.sit();
  plan = isFresh && !areReal ? schedule(feed, (position) => (previous?.round?.number === now.round?.number && previous?.shown
    ? position === "board" ? (previous.round.board ? previous.round.board.split(" ").length : 0) : cardsAt(previous, position).length : 0)) : QUIET;
  choices.update(now);
  if (feed.some(({ kind }) => kind === "BetsClosed")) clearNotices("irregular");
  untold.push(...feed);
  const special = recent(feed);
  if (special.length) notice({ title: special.map(({ title, detail }) => `${title}${detail ? `: ${detail}` : ""}.`).join(" "), clauses: [...new Set(special.flatMap(({ clauses }) => clauses))], kind: "irregular" });
  if (isFresh) call(feed.some(({ kind }) => kind === "BetsClosed") ? "No more bets" : "");
  if (plan.total && !now.playing) {
    told = performance.now() + plan.total;
    setTimeout(draw, plan.total);
  }
  draw();
  const wasHidden = (position) => Boolean(previous && cardsAt(previous, Number(position)).includes("??"));
  if (plan.total) for (const root of [el("dock"), el("near")]) moveCards(root, plan, wasHidden);
  plan = QUIET;
  meet();
  setArranged();
  if (isFresh) announce([called(now, feed), now.phase === "deciding" ? asking(now, now.decisions.filter(({ command }) => command === now.decisions[0].command)) : ""].filter(Boolean).join(" "));
};

/** Irregular events since the last call: a page opened later tells of them, too. */
const recent = (feed) => {
  const start = feed.findLastIndex(({ kind }) => kind === "BetsClosed");
  return feed.slice(start + 1).filter(({ kind }) => SPECIAL.includes(kind));
};

const look = (scene) => {
  const found = seen(scene, rules);
  found.dealerSaid = (said.get(0) ?? []).join("; ");
  found.reading = (position) => (said.get(position) ?? []).map(capital).join("; ") || choices.reading(position);
  return found;
};

const draw = () => {
  if (!rules || !live.scene) return;
  const held = document.activeElement;
  now = look(live.scene);
  bets.update(now);
  coach.update(now);
  page.countdown = countdown();
  top.layCards(now, plan);
  top.layChips(now, plan, bets.pending());
  top.laySaid(now, plan);
  layTouch(felt, now, bets.amounts);
  showNear();
  once(el("dock"), dockKey(), () => dockOf(now, page));
  for (const control of el("dock").querySelectorAll("button, input")) control.toggleAttribute("data-off", connection !== "open");
  if (plan.total && now.phase === "betting") veil(plan.total);
  once(el("told"), inWords(now), () => inWords(now).map((line) => h("li", {}, line)));
  if (performance.now() >= told) tell();
  if (held !== document.body && (!held.isConnected || held.closest("[hidden]"))) toDock();
};

/** Names, money and the record: they tell how a round came out, so they wait until it has been shown. */
const tell = () => {
  layPlates(felt, now, page.sit);
  tellMoney(el("money"), now, page);
  tellScreen(el("screen"), now);
  tellLast(el("last"), now);
  tellFeed(el("feed").querySelector("ol"), rules.game, untold.splice(0));
  heading();
};

/** What had the focus is gone: the next thing to do has it. */
const toDock = () => (el("dock").querySelector(".btn.primary:not([disabled])") ?? el("dock")).focus({ preventScroll: true });

/** Results are told after the cards have been turned. */
const veil = (delay) => {
  for (const part of el("dock").children) part.style.setProperty("--after", `${delay}ms`);
  el("dock").classList.remove("veiled");
  void el("dock").offsetWidth;
  el("dock").classList.add("veiled");
};

const dockKey = () => [now.phase, now.decisions, now.shown, now.round?.number, now.ownHands.map((position) => [cardsAt(now, position), now.reading(position), now.hands.get(position).results]),
  bets.staked(), bets.isReady(), bets.before(), now.betting, now.chips, now.scene.call?.ready, page.countdown, now.decisions[0]?.command === "SetHand" && [...toSet.keys()], now.due?.words, now.dealerSaid, coach.brief().map(({ textContent }) => textContent), choices.key(), rules.submission];

const heading = () => {
  const { view, round } = now, number = round ? (round.over && !now.shown ? round.number + 1 : round.number) : 1;
  el("round").textContent = `Round ${number.toLocaleString("en-US")}`;
  const deck = view.decks[round && now.playing ? round.deck : Object.keys(view.decks)[0]];
  const seal = el("seal");
  if (seal) seal.hidden = !deck?.commitment;
  if (seal && deck?.commitment) seal.querySelector(".mono").textContent = `${deck.commitment.slice(0, 4)}·${deck.commitment.slice(4, 8)}`;
  el("chips").textContent = money(now.seat ? now.chips : now.you?.purse ?? 0, { always: true });
  el("chips").setAttribute("aria-label", `${now.seat ? "Chips at the table" : "Bankroll"} ${el("chips").textContent}`);
  el("name").textContent = now.you?.name ?? "";
};

const countdown = () => {
  const { call } = now.scene;
  if (!call || now.playing) return "";
  if (areReal) return call.ready.includes(now.you?.name) ? "The dealer calls when all bets are down." : "";
  const left = Math.max(0, Math.ceil((call.until - Date.now() - away) / 1000));
  const others = [...new Set(Object.values(now.view.seats))].filter((name) => !call.ready.includes(name) && name !== now.you?.name);
  return call.ready.includes(now.you?.name) ? `Waiting for ${others.join(", ") || "the dealer"}: ${left} s.` : `${call.ready.join(", ")} ${call.ready.length > 1 ? "are" : "is"} ready; the dealer waits ${left} s.`;
};
setInterval(() => now?.scene.call && draw(), 1000);

// --- notices and the call ---

const notice = ({ title, clauses, kind }) => {
  clearNotices(kind);
  const close = h("button", { class: "btn quiet", type: "button", onclick: () => box.remove() }, "Close");
  const box = h("div", { class: `note ${kind}`, role: kind === "refusal" ? "alert" : "status", "data-kind": kind },
    h("span", {}, title), clauses.length ? sign(rules.game, title, clauseWords(clauses), clauses) : null, close);
  el("notices").append(box);
};
const clearNotices = (kind) => el("notices").querySelectorAll(`[data-kind="${kind}"]`).forEach((box) => box.remove());

const call = (text) => {
  el("call").textContent = text;
  el("call").hidden = !text;
  el("call").classList.remove("calls");
  void el("call").offsetWidth;
  el("call").classList.add("calls");
  setTimeout(() => (el("call").hidden = true), 1400);
};

// --- views, keys, switches ---

const showNear = () => {
  const isNear = narrow.matches && !whole && Boolean(now.seat);
  el("near").hidden = !isNear;
  el("felt").hidden = isNear;
  el("zoom").hidden = !narrow.matches || !now.seat;
  el("zoom").textContent = whole ? "Your position" : "Whole table";
  if (isNear) drawNear(el("near"), felt, now, page);
};
el("zoom").addEventListener("click", () => {
  whole = !whole;
  draw();
});
narrow.addEventListener("change", draw);
addEventListener("click", () => isMoving() && skipAll(), true);
const skipAll = () => {
  skip();
  told = 0;
  tell();
  el("dock").classList.remove("veiled");
};
for (const root of [el("felt"), el("near")]) listenToAreas(root, { bets, chip: () => page.chip, go: () => el("dock").querySelector(".btn.primary:not([disabled])")?.click() });
listenToKeys(el("dock"), () => {
  if (isMoving()) skipAll();
  return connection !== "open";
});
el("dock").addEventListener("click", (event) => connection !== "open" && (event.stopPropagation(), event.preventDefault()), true);
el("four").checked = suits() === "four";
el("four").addEventListener("change", ({ target }) => setSuits(target.checked ? "four" : "two"));

rules = await api(`/tables/${table}/rules`);
if (live.scene) arrived(live.scene, null);
