// The dealer's page: the due step, the pad, the settlement. It shows what the server says and sends what was entered.

import { announce, cardName, h, newKey } from "./dom.js";
import "./suits.js";
import { Live, api } from "./net.js";
import { draw, fieldsFor } from "./floor-dom.js";
import { Betting } from "./dealer-bets.js";
import { moveDue, moving } from "./dealer-chips.js";
import { dock } from "./dealer-dock.js";
import { More } from "./dealer-more.js";
import { Pad, RANKS, SUITS, faceOf, nameOf } from "./dealer-pad.js";
import { pay } from "./dealer-pay.js";
import { Reporting, follows } from "./dealer-report.js";
import { due, say, seats, sets, waits } from "./dealer-top.js";

const element = (id) => document.getElementById(id);
const { table } = document.body.dataset;
const EMPTY = { entered: [], picked: [], half: "", count: "", counts: {}, found: null, seat: null, setting: null, notSet: false };
let page = null, local = { ...EMPTY }, preview = null, alert = null, wrong = "", view = "round", asked = "", drawn = 0;
let busy = false, looking = null;
const queue = [];

const pad = new Pad((name) => later(() => enter(name)));
const betting = new Betting(stake, () => redraw());
const report = new Reporting(() => page, () => redraw(), (request) => record(request, "Recorded."));
const more = new More(() => page, () => redraw(), (request) => record(request, "Done."));

// --- the server ------------------------------------------------------------------------------------------------------

/** Do something when nothing is on its way to the server: what is typed ahead waits its turn. */
function later(action) {
  if (!busy) return action();
  queue.push(action);
  return undefined;
}

async function working(work) {
  busy = true;
  document.body.classList.add("busy");
  try {
    wrong = "";
    await work();
    return true;
  } catch (error) {
    alert = null;  // what was wrong is said in its place
    wrong = error.clause ? `${error.message} (${error.clause})` : error.message;
    announce(wrong);
    if (error.code === "stale") await look();
    return false;
  } finally {
    busy = false;
    document.body.classList.remove("busy");
    redraw();
    while (queue.length && !busy) queue.shift()();
  }
}

const forget = () => {
  local = { ...EMPTY, entered: [], picked: [], counts: {} };
  preview = alert = null;
};

/** Record requests, all or none, and look at what is due then. */
const submit = (requests) => working(async () => {
  await api(`/tables/${table}/dealer`, { requests, version: page.version, key: newKey() });
  forget();
  await look();
});

/** What lies at seats. */
function stake(list) {
  return working(async () => {
    await api(`/tables/${table}/dealer/stakes`, { seats: list, version: page.version, key: newKey() });
    await look();
    if (page.bets && page.ask.kind !== "bets") view = "bets";  // one bet made a step with the cards due: the others go on betting
  });
}

async function record(request, said) {
  const done = await submit([request]);
  if (!done) return;
  view = "round";
  announce(said);
  redraw();
  element("due-h")?.focus();
}

async function foresee(requests) {
  await working(async () => {
    const found = await api(`/tables/${table}/dealer/preview`, { requests });
    if (found.refusal) throw Object.assign(new Error(found.refusal.message), found.refusal);
    preview = found;
    announce(`${found.settled.title} ${found.settled.rows.map((row) => `${row.label}: ${row.pay ? "pay" : row.take ? "take" : "leave"}`).join(", ")}.`);
  });
}

/** The chips were moved as the page says. */
const chipsMoved = () => working(async () => {
  await api(`/tables/${table}/dealer/moved`, { seq: moveDue(page).seq });
  await look();
});

const callFloor = () => working(async () => {
  alert = null;
  await api(`/tables/${table}/summons`, { wanted: page.summons === null });
  await look();
});

/** Read the page anew; requests that come meanwhile lead to one more reading. */
async function look() {
  if (looking) {
    looking.again = true;
    return looking.done;
  }
  looking = { again: false };
  looking.done = (async () => {
    try {
      do {
        looking.again = false;
        const found = await api(`/tables/${table}/dealer`);
        if (!page || found.version >= page.version) take(found);
      } while (looking.again);
    } finally { looking = null; }
  })();
  return looking.done;
}

function take(found) {
  const before = page, { ask } = found;
  page = found;
  const move = moveDue(page);
  if (move && move.seq !== (before && moveDue(before)?.seq)) announce(`${move.title} ${move.why}`);
  const now = JSON.stringify([ask.kind, ask.title, ask.slots, ask.choices, found.round]);
  if (now !== asked) {
    asked = now;
    forget();
    if (before) announce(`${ask.title} ${ask.how}`);
  }
  betting.update(page);
  if (!page.bets && view === "bets") view = "round";
  redraw();
}

// --- what is entered -------------------------------------------------------------------------------------------------

const asksCards = () => page.ask.slots.length > 0 && !preview && (!page.ask.places || local.picked.length >= page.ask.places[0]);

/** What is to be done with chips before anything else, where the page shows it. */
const chipsDue = () => (view === "round" && !waits(page) && !preview && !alert ? moveDue(page) : null);

/** Used cards with where they lie, those just entered among them. */
function used() {
  const found = new Map(page.used.map(({ card, lies }) => [card, lies]));
  local.entered.forEach((name, index) => name && found.set(name, page.ask.slots[index].lies));
  return found;
}

function enter(name) {
  if (!page || view !== "round" || waits(page)) return;
  local.half = "";
  const lies = used().get(name);
  if (alert?.correcting) {
    if (lies && name !== alert.card) return warn(name, lies);
    return correct(name);
  }
  if (lies) return warn(name, lies);
  if (!asksCards()) return redraw();
  const at = page.ask.slots.findIndex((_, index) => !local.entered[index]);
  if (at < 0) return undefined;
  local.entered[at] = name;
  alert = null;
  const next = page.ask.slots.findIndex((_, index) => !local.entered[index]);
  if (next >= 0) {
    announce(`${cardName(name)}. Next: ${page.ask.slots[next].label}`);
    return redraw();
  }
  redraw();
  return allEntered();
}

/** The requests with what was entered. */
function filled() {
  const { ask } = page, faces = local.entered.map(faceOf), requests = [...(local.setting?.requests ?? ask.requests)];
  const fill = local.setting ? requests.length - 1 : ask.fill;
  const own = { faces, ...(ask.places && { places: local.picked }) };
  requests[fill] = { ...requests[fill], arguments: { ...requests[fill].arguments, ...own } };
  return requests;
}

const allEntered = () => (page.ask.previewed && !local.setting ? foresee(filled()) : submit(filled()));

/** A card that was used already: nothing is entered, and the dealer says which it is. */
function warn(name, lies) {
  alert = { card: name, lies, own: local.entered.indexOf(name), floor: page.used.some((one) => one.card === name && floorCorrects(one)) };
  redraw();
}

/** Whether a card can be corrected by the floor only: a wager was settled on it. */
const floorCorrects = (read) => read.settled && page.you !== "floor";

async function correct(name) {
  const { card } = alert, role = page.you === "floor" ? "floor" : "dealer";
  if (name === card) {
    alert = null;
    return redraw();
  }
  const request = { command: "CorrectFaces", role, arguments: { faces: [[faceOf(card), faceOf(name)]], reason: "misread" } };
  const kept = local;
  if (await submit([request])) {
    local = kept;  // what was entered for the due step stays
    announce(`Corrected: ${cardName(name)}.`);
  } else alert = null;  // why it was refused stands in the dock
  redraw();
  return undefined;
}

function pick(place) {
  if (!page.ask.places || local.picked.length >= page.ask.places[0]) return;
  local.picked = local.picked.includes(place) ? local.picked.filter((one) => one !== place) : [...local.picked, place];
  redraw();
}

function choose(choice) {
  const base = preview ? filled() : [];
  submit([...base, ...choice.requests]);
}

/** Take back the half typed card, then the last card; what was recorded is corrected. */
function back() {
  if (local.half) local.half = "";
  else if (alert) alert = null;
  else if (preview) {
    preview = null;
    local.entered.pop();
  } else if (local.count) Object.assign(local, { count: local.count.slice(0, -1), found: null });
  else if (local.entered.some(Boolean)) local.entered.splice(local.entered.findLastIndex(Boolean), 1);
  else if (local.picked.length) local.picked = local.picked.slice(0, -1);
  else if (local.setting || local.notSet) Object.assign(local, { setting: null, notSet: false });
  else if (page.last) alert = { ...page.last, floor: floorCorrects(page.last), correcting: !floorCorrects(page.last) };
  redraw();
}

function counted() {
  const { ask } = page, requests = [...ask.requests];
  const own = ask.kind === "counts" ? { counts: ask.hands.map((position) => [position, Number(local.counts[position])]) } : { cards: Number(local.count) };
  if (ask.kind === "counts" ? ask.hands.some((position) => !local.counts[position]) : local.count === "") return undefined;
  requests[ask.fill] = { ...requests[ask.fill], arguments: { ...requests[ask.fill].arguments, ...own } };
  return ask.tried && !local.found ? weigh(requests[ask.fill]) : submit(requests);
}

/** What a last count leads to is shown before it is recorded. */
const weigh = (request) => working(async () => {
  const found = await api(`/tables/${table}/dealer/report`, request);
  if (found.refusal) throw Object.assign(new Error(found.refusal.message), found.refusal);
  local.found = found;
});

/** Enter: whatever the primary button says. */
function forward() {
  const { ask } = page;
  if (chipsDue()) return chipsMoved();
  if (preview) return submit(filled());
  if (ask.kind === "go" || (ask.kind === "bets" && ask.requests.length)) return submit(ask.requests);
  if (ask.kind === "number" || ask.kind === "counts") return counted();
  if (ask.lead.length && !local.entered.some(Boolean) && !local.picked.length) return submit(ask.lead);
  return undefined;
}

/** The call closes the bets, after what is still only written down. */
const close = async () => { if (await betting.settle()) forward(); };

// --- what is shown ---------------------------------------------------------------------------------------------------

function redraw() {
  if (!page) return;
  Object.assign(document.body.dataset, { view, version: page.version, foreseen: preview || local.found ? "yes" : "no", moving: chipsDue()?.seq ?? "" });
  draw(element("facts"), [page.round, page.deck, page.stub], facts);
  draw(element("view"), ++drawn, () => shown());
  draw(element("dock"), drawn, () => dock({ page, local, preview, alert, wrong, view, report, more, asksCards: asksCards(), chips: chipsDue() }, acts));
}

function facts() {
  const { stub } = page;
  return [h("span", {}, page.playing ? "Round " : "Next round ", h("b", {}, page.round)), h("span", { class: "opt" }, page.deck),
    stub && h("span", {}, h("span", { class: `ticks${stub[0] >= stub[1] ? " due" : ""}`, "aria-hidden": "true" }, Array.from({ length: stub[1] }, (_, index) => h("i", { class: index < stub[0] ? "on" : null }))), "Stub count: ", h("b", {}, `${stub[0]} of ${stub[1]}`), h("span", { class: "opt" }, " rounds"))];
}

function shown() {
  if (view === "report") return report.draw();
  if (view === "more") return more.draw();
  if (chipsDue()) return moving(page, chipsDue());
  const settled = preview?.settled ?? (page.ask.kind === "go" ? page.settled : null);
  if (settled && !waits(page) && !alert?.correcting) return pay(page, settled, preview?.law ?? page.law);
  const { bets } = page, betsNow = bets && (page.ask.kind === "bets" || view === "bets") && !waits(page);
  pad.show({ used: used(), half: local.half, again: alert?.card ?? null, off: !asksCards() && !alert?.correcting, inert: waits(page) });
  return h("div", { class: `round${betsNow ? " betting" : ""}${page.ask.slots.length ? " carding" : ""}` },
    h("div", { class: "top" }, due(page, alert ? { ...local, half: "" } : local, { pick, choose: (choice) => later(() => choose(choice)) }), say(page),
      sets({ ...page, ask: local.setting ? relabelled() : page.ask }, local)),
    betsNow ? betting.drawSeats() : seats(page, local, { turnTo: (position) => { local.seat = position; redraw(); } }),
    page.ask.kind === "rule" && rulings(), ["number", "counts"].includes(page.ask.kind) && !waits(page) && counting(),
    betsNow ? betting.draw() : pad.element);
}

/** The places of a hand that lies with another number of cards low. */
function relabelled() {
  const low = Number(local.setting.key), high = page.ask.slots.length - low;
  return { ...page.ask, slots: page.ask.slots.map((slot, index) => ({ ...slot, group: index < high ? "high" : "low" })) };
}

function counting() {
  const { ask } = page;
  if (ask.kind === "counts") return h("div", { class: "counting" }, ask.hands.map((position) => h("label", { class: "field" }, position ? `Seat ${position}` : "Dealer",
    h("input", { type: "number", min: 0, max: 52, inputmode: "numeric", "data-key": `hand ${position}`, value: local.counts[position] ?? "", oninput: ({ target }) => { local.counts[position] = target.value; if (local.found) later(() => { local.found = null; redraw(); }); } }))), leads());
  return h("div", { class: "counting" }, h("output", { class: "serif num", "aria-live": "polite", "aria-label": "Cards counted" }, local.count || "–"),
    h("div", { class: "digits", role: "group", "aria-label": "How many cards" }, [..."1234567890"].map((digit) => h("button", { class: "place", type: "button", "data-key": `digit ${digit}`, onclick: () => type(digit) }, digit))), leads());
}

/** What the count that was entered leads to. */
const leads = () => local.found && h("div", { class: "rules leads", "aria-live": "polite" }, follows(page, local.found));

function type(digit) {
  Object.assign(local, { count: `${local.count}${digit}`.slice(0, 3), found: null });
  redraw();
}

function rulings() {
  return h("div", { class: "rulings" }, page.ask.choices.map((choice) => {
    const form = fieldsFor(choice.fields), said = h("p", { class: "note bad", role: "alert", hidden: true });
    const go = () => {
      try {
        const [request] = choice.requests.slice(-1);
        submit([...choice.requests.slice(0, -1), { ...request, arguments: { ...request.arguments, ...form.read() } }]);
      } catch (error) {
        said.textContent = error.message;
        said.hidden = false;
      }
    };
    return h("form", { class: "panel", novalidate: true, onsubmit: (event) => { event.preventDefault(); go(); } }, h("p", { class: "serif" }, choice.label), form.rows, h("button", { class: "btn" }, choice.fields.length ? "Rule so" : "Done"), said);
  }));
}

/** The used card that was touched again was misread: one just entered is taken out, one on record is corrected. */
function misread() {
  const { card, lies, own } = alert;
  if (own >= 0) delete local.entered[own];
  alert = own >= 0 ? null : { card, lies, correcting: true };
  local.half = "";
  redraw();
}

/** Leave what stands in the dock, and a correction that was begun. */
function dismiss() {
  alert = null;
  wrong = local.half = "";
  redraw();
}

const acts = {
  go, leave, callFloor, misread, dismiss,
  moved: () => later(chipsMoved),
  back: () => later(back),
  forward: () => later(forward),
  counted: () => later(counted),
  close: () => later(close),
  choose: (choice) => later(() => choose(choice)),
  enter: (more) => { Object.assign(local, more); redraw(); },
};

// --- going about -----------------------------------------------------------------------------------------------------

function go(to, what = null) {
  view = to;
  alert = null;
  wrong = "";
  if (to === "report") report.start(what);
  if (to === "more") more.start();
  redraw();
  if (to !== "bets") element("due-h")?.focus();
}

function leave() {
  view = "round";
  wrong = "";
  redraw();
  element("due-h")?.focus();
}

const isTyping = (target) => target.closest?.("input:not([type=checkbox]), select, textarea, [popover]");

/** One key in the round; whether it meant something. */
function press(key) {
  const { ask } = page;
  if (alert && !alert.correcting && "12".includes(key)) return element("dock").querySelectorAll(".alert .btn")[Number(key) - 1].click();
  if (key === "Escape") return alert || wrong ? dismiss() : view === "bets" ? leave() : undefined;
  if (key === "R") return go("report");
  if (key === "F" && (page.you === "dealer" || page.summons)) return callFloor();
  if (key === "M" && (!waits(page) || page.you === "floor")) return go("more");
  if (waits(page)) return undefined;
  if (alert?.correcting) return key === "Backspace" ? back() : cardKey(key);
  if (chipsDue()) return key === "Enter" ? chipsMoved() : undefined;
  if (key === "B" && page.bets && ask.kind !== "bets" && view !== "bets") return go("bets");
  if (page.bets && (ask.kind === "bets" || view === "bets")) {
    if (key === "N" && ask.kind === "bets" && ask.requests.length) return close();
    return betting.key(key);
  }
  if (key === "Backspace") return back();
  if (key === "Enter") return forward();
  const choice = preview ? preview.then?.choices.find((one) => one.key === key) : choiceOf(key);
  if (choice) return local.notSet && ask.kind === "cards" ? (local.setting = choice, redraw()) : choose(choice);
  if (key === "N" && ask.kind === "cards" && ask.choices.length) return (local.notSet = true, redraw());
  if (ask.kind === "choose" && key.startsWith("Arrow")) return turn(key === "ArrowRight" ? 1 : -1);
  if (ask.kind === "number" && /^\d$/.test(key)) return type(key);
  if (ask.places && local.picked.length < ask.places[0] && /^\d$/.test(key) && Number(key) >= 1 && Number(key) <= ask.places[1]) return pick(Number(key));
  return asksCards() ? cardKey(key) : undefined;
}

/** Half a card: its rank, or the suit that goes with it. */
function cardKey(key) {
  if (local.half && SUITS.includes(key.toLowerCase())) return enter(local.half + key.toLowerCase());
  if (RANKS.includes(key)) {
    local.half = key;
    return redraw();
  }
  return undefined;
}

function choiceOf(key) {
  const { ask } = page;
  if (ask.kind === "choose") return ask.choices.find((one) => one.key === key && one.position === (local.seat ?? ask.position));
  if (ask.kind === "go" || (ask.kind === "cards" && local.notSet && !local.setting)) return ask.choices.find((one) => one.key && one.key === key);
  return undefined;
}

function turn(step) {
  const open = [...new Set(page.ask.choices.map((choice) => choice.position))];
  const at = open.indexOf(local.seat ?? page.ask.position);
  local.seat = open[(at + step + open.length) % open.length];
  redraw();
}

addEventListener("keydown", (event) => {
  if (!page || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (isTyping(event.target) && !(key === "Escape" || (key === "Enter" && event.shiftKey))) {
    if (key === "Enter" && page.ask.kind === "counts") later(counted);
    return;
  }
  if (["Tab", "Shift", " "].includes(key) || (key === "Enter" && event.repeat)) return;
  const onButton = event.target.closest?.("button, a");
  if (key === "Enter" && !event.shiftKey && onButton && !onButton.closest(".pad")) return;  // the button itself is meant
  if (key.startsWith("Arrow") && page.ask.kind !== "choose" && !page.bets) return;
  event.preventDefault();
  if (view === "report" || view === "more") {
    if (key === "Escape") return leave();
    (view === "report" ? report : more).key(key, event.shiftKey);
    return;
  }
  later(() => press(key));
});

function tick() {
  element("clock").textContent = new Date().toLocaleTimeString("en-GB").slice(0, 5);
  for (const one of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Number(one.dataset.since)) / 1000));
    one.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  setTimeout(tick, 1000);
}

/** What a reader has read for the due step so far stands in its places; the reader's own way records it. */
function reading(found) {
  if (!found || !page || page.ask.slots.length !== found.faces.length) return;
  found.faces.forEach((face, index) => {
    if (face !== null && !found.doubtful.includes(index + 1)) local.entered[index] ??= nameOf(face);
  });
  if (found.refused) wrong = found.refused;
  redraw();
}

new Live(table, (scene) => { reading(scene.reading); if (!busy) look().catch((error) => { wrong = error.message; redraw(); }); }, (state) => { element("lost").hidden = state === "open"; });
tick();
