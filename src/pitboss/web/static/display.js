// The wall display: what the sign says, the meter, whether bets are open, and what was called last.

import { h, money } from "./dom.js";
import { Wire, api } from "./net.js";

const WORDS = { open: "Bets\nare open", "closed-bets": "No more\nbets", closed: "Closed", lost: "No\nconnection", out: "Out of\nservice" };
const MOST = 1.25, LEAST = 0.3, STEPS = 8, MOST_COLUMNS = 4;
const UNBROKEN = "‑"; // a hyphen at which no line ends
const { table } = document.body.dataset;
const element = (id) => document.getElementById(id);
const typographic = (text) => text.replaceAll("'", "’");
const stop = (text) => (/[.!?]$/.test(text) ? typographic(text) : `${typographic(text)}.`);
let shown = null; // what the table said last
let drawn = ""; // the sign that stands there
let groups = []; // its pay tables

/** Write a text only where it is another one: a screen reader would say it again. */
function say(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

// --- the sign, which changes with the submission and with Cover All's table of the round ---

function drawSign() {
  const { house, title, limits, caps, statements, odds, tables, awards, screen } = shown;
  const sign = JSON.stringify([house, title, limits, caps, statements, odds, tables, awards, screen]);
  if (sign === drawn) return;
  drawn = sign;
  document.body.dataset.game = shown.game;
  say("house", typographic(house));
  say("game", typographic(title));
  element("limits").replaceChildren(...limits.map(({ name, words }) => h("div", {}, h("dt", {}, typographic(name)), h("dd", {}, typographic(words)))));
  say("statements", [...statements, ...odds].map(stop).join(" ").replaceAll("-", UNBROKEN));
  say("caps", caps.map(({ name, words }) => stop(`${name}: ${words}`)).join(" "));
  groups = tables.map((pays) => (pays.name === screen?.name ? payTable(screen, true) : payTable(pays)));
  if (awards) groups.splice(Math.floor(groups.length / 2), 0, progressive(awards));
  document.body.classList.toggle("bare", !groups.length);
  fitSign();
}

function payTable({ name, title, heads, rows }, isOfRound = false) {
  const row = ([label, ...cells]) => h("tr", {}, h("th", { scope: "row" }, typographic(label)), cells.map((cell) => h("td", {}, cell)));
  const head = heads.length ? h("thead", {}, h("tr", {}, h("td"), heads.map((one) => h("th", { scope: "col" }, one)))) : null;
  const table = h("table", {}, head, h("tbody", {}, rows.map(row)));
  table.style.setProperty("--rows", table.rows.length);
  return h("section", { class: isOfRound ? "tb now" : "tb", "aria-labelledby": `t-${name}` }, h("h2", { id: `t-${name}` }, typographic(title)), table);
}

function progressive(awards) {
  const pays = payTable(awards);
  pays.firstChild.className = "sr";
  return h("div", { class: "jackpot" }, h("section", { class: "meter", "aria-labelledby": "m-h" }, h("h2", { id: "m-h" }, "Progressive meter"), h("p", { id: "meter" })), pays);
}

// --- sizes ---

/** Every way to part the tables into columns, in their order. */
function partings(count) {
  if (!count) return [[]];
  return Array.from({ length: count }, (_, first) => partings(count - first - 1).map((rest) => [first + 1, ...rest])).flat().filter((parting) => parting.length <= MOST_COLUMNS);
}

function arrange(parting) {
  let from = 0;
  element("odds").style.gridTemplateColumns = `repeat(${parting.length}, minmax(max-content, 1fr))`;
  element("odds").replaceChildren(...parting.map((size) => h("div", {}, groups.slice(from, (from += size)))));
}

const fits = (...parts) => parts.every((part) => part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth + 1);

/** The greatest scale at which all fits. */
function scale(name, most, ...parts) {
  const set = (value) => document.body.style.setProperty(name, value);
  set(most);
  if (fits(...parts)) return most;
  let least = LEAST, top = most;
  for (let step = 0; step < STEPS; step++) {
    const middle = (least + top) / 2;
    set(middle);
    if (fits(...parts)) least = middle;
    else top = middle;
  }
  set(least);
  return least;
}

function fitSign() {
  const main = document.querySelector("main");
  scale("--n", 1, element("house"));
  const parts = [element("odds"), element("limits"), main];
  if (!groups.length) return scale("--k", 1, ...parts);
  const ways = partings(groups.length).map((parting) => {
    arrange(parting);
    return { parting, size: scale("--k", MOST, ...parts) };
  });
  const best = ways.reduce((one, other) => (other.size > one.size + 0.01 ? other : one));
  arrange(best.parting);
  return scale("--k", MOST, ...parts);
}

const fitWords = () => scale("--a", 1, document.querySelector(".last"), document.querySelector(".foot"));

// --- what changes with every round ---

function drawNow(state) {
  document.body.dataset.state = state;
  say("state", WORDS[state]);
  const current = state === "open" || state === "closed-bets";
  element("round").replaceChildren(...(current ? ["Round", h("b", { class: "num" }, shown.round)] : []));
  if (element("meter")) say("meter", state === "lost" ? "–" : money(shown.meter, { always: true }));
  const called = current ? shown.announcement : null;
  say("who", called?.who ?? "");
  say("words", called ? `“${stop(called.words)}”` : ADVICE[state] ?? "");
  fitWords();
}

const ADVICE = { lost: "Ask the dealer what the meter shows.", out: "Ask the floor." };

function show(now) {
  shown = now;
  drawSign();
  drawNow(!now.open ? "closed" : now.bets_open ? "open" : "closed-bets");
}

/** Nothing is heard of the table: it may be out of service, or only out of reach. */
async function lost() {
  let state = "lost";
  try {
    await api(`/tables/${table}/display`);
  } catch (error) {
    if (error.code === "damaged") state = "out";
  }
  if (!isOpen) drawNow(state);
}

let isOpen = false;
new Wire(`/tables/${table}/display/live`, show, (state) => {
  isOpen = state === "open";
  if (!isOpen) lost();
});
addEventListener("resize", () => {
  if (!shown) return;
  fitSign();
  fitWords();
});
