// The dealer's school: choose a lesson, answer its questions, read the report. The server keeps all that counts.

import { announce, h, realCards } from "./dom.js";
import { api } from "./net.js";
import { hallOf } from "./school-hall.js";
import { askedOf, verdictOf } from "./school-question.js";
import { reportOf } from "./school-report.js";
import { sceneOf } from "./school-scene.js";
import "./suits.js";

const $ = (id) => document.getElementById(id);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const supervises = Boolean(document.body.dataset.supervises);
let told = null; // the lesson as the server last told it
let shown = 0; // when the question was shown
let waits = false; // an answer is under way
let reads = null; // what goes on from a wrong answer, while it is being read

/** One of the three views; a report is paper, to be read and printed. */
const show = (name) => {
  const { dataset } = document.documentElement;
  if (name === "report") dataset.theme = "paper";
  else delete dataset.theme;
  for (const view of ["hall", "lesson", "report"]) $(view).hidden = view !== name;
};

const complain = (error) => {
  const text = error instanceof TypeError ? "The server cannot be reached. Try again in a moment." : `${capital(error.message)}.`;
  $("complaint").textContent = text;
  $("complaint").hidden = false;
};

const attempt = async (work) => {
  $("complaint").hidden = true;
  try {
    return await work();
  } catch (error) {
    complain(error);
    return null;
  }
};

// --- the hall ---

const hall = async () => {
  const data = await attempt(() => api("/school"));
  if (!data) return;
  if (data.lesson?.question) return lesson(data.lesson);
  const everybody = supervises ? await attempt(() => api("/school/progress")) : null;
  $("hall").replaceChildren(...hallOf(data, everybody, begin, () => report(data.lesson)));
  show("hall");
  $("main").focus();
};

const begin = async (choice) => {
  const started = await attempt(() => api("/school/lessons", choice));
  if (started) lesson(started);
};

// --- the lesson ---

const lesson = (now, mark = null) => {
  told = now;
  show("lesson");
  document.body.dataset.game = now.game;
  document.body.dataset.cards = now.real_cards ? "real" : "software";
  $("which").replaceChildren(now.title, ...(now.real_cards ? [" ", realCards()] : []));
  $("level").textContent = `Level ${now.level.number}: ${now.level.title}`;
  $("done").max = now.length;
  stand(now);
  if (now.question) ask(now, mark);
};

const stand = (now) => {
  $("number").textContent = `Question ${reads ? now.number : now.number + 1} of ${now.length}`;
  $("marks").textContent = `${now.number - now.wrong} right, ${now.wrong} wrong`;
  $("done").value = now.number;
  tick();
};

const ask = (now, mark) => {
  const scroll = scrollY;
  $("scene").replaceChildren(...sceneOf(now.question.scene));
  $("asked").replaceChildren(...askedOf(now.question, answer), ...(mark ? [verdictOf(now.game, mark)] : []), end());
  scrollTo(0, scroll);
  shown = performance.now();
  tick();
  announce(`${mark ? "Right. " : ""}${now.question.asks}`);
  ($("asked").querySelector("input") ?? $("asked").querySelector("h2")).focus({ preventScroll: true });
};

const end = () => h("p", { class: "leave" }, h("button", { class: "btn quiet", type: "button", onclick: async () => {
  const ended = await attempt(() => api("/school/end", { lesson: told.lesson }));
  if (ended) report(ended);
} }, "End the lesson here"));

const answer = async (text) => {
  if (waits || reads) return;
  waits = true;
  const before = told, seconds = (performance.now() - shown) / 1000;
  const now = await attempt(() => api("/school/answers", { lesson: before.lesson, number: before.number, text, seconds }));
  waits = false;
  if (!now) return;
  if (now.mark.right) return now.question ? lesson(now, now.mark) : report(now);
  wrong(now);
};

/** A wrong answer stays with its scene until it has been read. */
const wrong = (now) => {
  const { question } = told;
  told = now;
  reads = () => {
    reads = null;
    now.question ? lesson(now) : report(now);
  };
  stand(now);
  const on = h("button", { class: "btn primary", type: "button", onclick: () => reads?.() }, "Go on");
  $("asked").replaceChildren(...askedOf(question, null, now.mark.said), verdictOf(now.game, now.mark), h("p", { class: "on" }, on));
  announce(`Wrong. ${now.mark.sentence} Due: ${now.mark.due}`);
  on.focus();
};

const tick = () => {
  const taken = Math.floor((performance.now() - shown) / 1000);
  const runs = told?.limit && told.question && !reads;
  $("clock").textContent = runs ? `${taken} of ${told.limit} s` : "";
  $("clock").classList.toggle("over", Boolean(runs) && taken > told.limit);
};
setInterval(tick, 500);

addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input, select, textarea");
  if ($("lesson").hidden || typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const option = told?.question?.options.find(({ key }) => key === event.key.toLowerCase());
  if (option && !reads) {
    event.preventDefault();
    answer(option.key);
  }
});

// --- the report ---

const report = (now) => {
  told = null;
  show("report");
  document.body.dataset.game = now.game;
  $("report").replaceChildren(...reportOf(now, document.body.dataset.person, hall));
  announce(`The lesson is over: ${now.report.score} per cent right.`);
  $("report").querySelector("h2").focus();
};

hall();
