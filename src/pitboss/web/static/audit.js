// The audit page: one record is chosen; the slider, the journal, the felt, the deck and the sheet all show it.

import { announce } from "./dom.js";
import { api } from "./net.js";
import "./suits.js";
import { deck } from "./audit_deck.js";
import { felt } from "./audit_felt.js";
import { inWords } from "./audit_words.js";
import { journal } from "./audit_journal.js";
import { proving } from "./audit_proving.js";
import { sheet } from "./audit_sheet.js";
import { timeline } from "./audit_time.js";

const { table, short, digest } = document.body.dataset;
const FRESH = 5000, KEPT = 300;
const at = (id) => document.getElementById(id);
const whole = (number) => number.toLocaleString("en-US");
const utc = (ms) => new Date(ms).toISOString().slice(11, 19);

let overview, round, version, viewer = "auditor", wanted = null;
const moments = new Map(), rounds = new Map();

const stage = felt(at("stage"), table, digest);
const time = timeline(choose, chooseRound, load);
const list = journal(table, short, choose);
const paper = sheet(table);
const showDeck = deck();
proving(table, short, choose);

/** Something of this journal; what is over never changes, so it is kept. */
const ask = (path) => api(`/audit/${table}${path}`);

async function roundOf(number) {
  const known = rounds.get(number);
  if (known?.over) return known;
  const found = await ask(`/rounds/${number}`);
  rounds.set(number, found);
  return found;
}

async function momentOf(number, who) {
  const key = `${number} ${who}`;
  if (!moments.has(key)) {
    const found = await ask(`/at/${number}?viewer=${encodeURIComponent(who)}`);
    moments.set(key, found);
    if (moments.size > KEPT) moments.delete(moments.keys().next().value);
  }
  return moments.get(key);
}

/** Show a record; while one is being fetched, only the latest wish counts. */
async function choose(number) {
  const going = wanted !== null;
  wanted = Math.max(1, Math.min(overview.version, number));
  time.point(wanted);
  if (going) return;
  try {
    while (wanted !== version) {
      const next = wanted;
      await show(next);
      version = next;
    }
  } catch (error) {
    say(error.message);
  } finally {
    wanted = null;
  }
}

async function show(number) {
  const seen = await momentOf(number, "auditor");
  const offered = seen.viewers.includes(viewer);
  const moment = offered ? await momentOf(number, viewer) : seen;
  say(offered ? "" : cannotLook(seen.view));
  if (moment.round !== round?.number || !round.over) await enter(moment.round);
  viewers(moment);
  const record = await list.select(number);
  await stage.show(moment, record);
  paper.follow(record);
  inWords(at("in-words"), moment.view);
  at("clock").textContent = `${utc(moment.at)} UTC`;
  at("which").textContent = `event ${whole(number)}, round ${whole(moment.round)}`;
  const words = record ? `${record.title}${record.detail ? `, ${record.detail}` : ""}` : "";
  time.tell(`Event ${whole(number)}, ${utc(moment.at)}, ${words}`);
  announce(`Event ${whole(number)}: ${words}`);
  history.replaceState(null, "", `#${number}${viewer === "auditor" ? "" : `/${encodeURIComponent(viewer)}`}`);
}

/** Why nobody can take the place of the chosen viewer at this moment. */
function cannotLook({ round: now }) {
  const name = viewerWords(viewer);
  const holds = now && !now.over && Object.values(now.hands).some((hand) => hand.player === name);
  return holds ? `this round is still being played: what ${name} sees in it is shown to nobody else` : `${name} was not at the table then`;
}

/** Another round: the slider, the journal, the deck and the seats follow. */
async function enter(number) {
  const before = round;
  round = await roundOf(number);
  if (before?.number === number && before.last === round.last && before.over === round.over) return;
  if (before?.number === number && round.over) await unseal();
  time.show(round, overview);
  await load();
  showDeck(round);
  paper.seats(round);
}

/** The round is over: what its players saw may be looked at now. */
async function unseal() {
  moments.clear();
  viewers(await momentOf(wanted ?? version, "auditor"));
}

async function load() {
  await list.load({ round: time.span() === "round" ? round.number : null, around: wanted ?? version });
  time.show(round, overview);
  time.point(wanted ?? version);
}

async function chooseRound(number) {
  try {
    const found = await roundOf(Math.max(1, Math.min(overview.rounds, number)));
    await choose(found.over ? found.last : found.call ?? found.first);
  } catch (error) { say(error.message); }
}

function say(text) {
  at("refused").hidden = !text;
  at("refused").textContent = text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function viewers(moment) {
  const select = at("viewer");
  const options = moment.viewers.includes(viewer) ? moment.viewers : [...moment.viewers, viewer];
  if (options.join() !== [...select.options].map((option) => option.value).join()) {
    select.replaceChildren(...options.map((name) => new Option(viewerWords(name), name)));
  }
  select.value = viewer;
}

const viewerWords = (name) => name.startsWith("player:") ? name.slice(7) : `the ${name}`;

at("viewer").addEventListener("change", async ({ target }) => {
  viewer = target.value;
  const again = version;
  version = null;
  await choose(again);
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, dialog, summary, pre")) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  choose((wanted ?? version) + by);
});

/** The table goes on while it is audited. */
async function freshen() {
  if (!document.hidden) {
    const now = await ask("").catch(() => overview);
    if (now.version !== overview.version) {
      overview = now;
      if (!round.over) await enter(round.number);
      else time.show(round, overview);
    }
  }
  setTimeout(freshen, FRESH);
}

async function begin() {
  overview = await ask("");
  const [asked, who] = location.hash.slice(1).split("/");
  if (who) viewer = decodeURIComponent(who);
  if (Number(asked) >= 1) await choose(Number(asked));
  else await chooseRound(Math.max(1, overview.rounds - 1));
  setTimeout(freshen, FRESH);
}

addEventListener("hashchange", () => {
  const asked = Number(location.hash.slice(1).split("/")[0]);
  if (asked >= 1) choose(asked);
});

begin().catch((error) => say(error.message));
