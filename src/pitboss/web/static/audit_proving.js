// Is the journal what the table wrote? The check runs on the server; its progress and its findings are shown here.

import { announce, h } from "./dom.js";
import { api } from "./net.js";

const at = (id) => document.getElementById(id);
const whole = (number) => number.toLocaleString("en-US");
const SOON = 400;

/** `choose` is called with the record where something is wrong. */
export function proving(table, game, choose) {
  const path = `/audit/${table}/verify`, dialog = at("proving"), verdict = at("verdict");

  at("check").addEventListener("click", () => dialog.showModal());
  at("close-proving").addEventListener("click", () => dialog.close());
  at("prove").addEventListener("submit", async (event) => {
    event.preventDefault();
    said("");
    try {
      await follow(await api(path, { head: new FormData(event.target).get("head") }));
    } catch (error) { said(error.message); }
  });

  const said = (text) => {
    at("prove-said").hidden = !text;
    at("prove-said").textContent = text && `${text[0].toUpperCase()}${text.slice(1)}.`;
  };

  async function follow(proof) {
    show(proof);
    while (proof.state === "waiting" || proof.state === "running") {
      await new Promise((resolve) => setTimeout(resolve, SOON));
      proof = await api(path);
      show(proof);
    }
    if (proof.state !== "none") announce(proof.words);
  }

  function show(proof) {
    const under = proof.state === "waiting" || proof.state === "running";
    const { result } = proof;
    at("progress").hidden = !under;
    if (under) [at("progress").max, at("progress").value] = [Math.max(1, proof.of), proof.done];
    at("how-far").hidden = !under;
    at("how-far").textContent = proof.of ? `${proof.words} ${whole(proof.done)} of ${whole(proof.of)}.` : proof.words;
    at("findings").replaceChildren(...(result ? findings(result) : under ? [] : [h("p", {}, proof.words)]));
    verdict.dataset.state = result ? (result.ok ? "ok" : "wrong") : proof.state;
    verdict.querySelector("b").textContent = result ? result.title : under ? "Checking" : proof.state === "failed" ? "The check failed" : "Not checked yet";
    verdict.querySelector("small").replaceChildren(...(result ? [`${whole(result.records)} records, head `, h("span", { class: "mono" }, `${result.head.slice(0, 4)}·${result.head.slice(-4)}`)] : []));
  }

  const points = (title, lines, sign) => lines.length > 0 && [
    h("h3", { class: "caps" }, title), h("ul", { class: "points" }, lines.map((line) => h("li", {}, h("span", { "aria-hidden": "true" }, sign), line)))];

  const findings = (result) => [
    h("p", { class: result.ok ? "ok" : "no" }, h("b", {}, result.ok ? `✓ ${whole(result.records)} records hold together.` : `! ${result.title}.`)),
    points("Wrong", result.wrong, "!"),
    result.line && h("button", { class: "btn", type: "button", onclick: () => { dialog.close(); choose(result.line); } }, `Go to record ${whole(result.line)}`),
    points("Proved", result.proved, "✓"),
    points("Not proved", result.open, "?"),
    h("h3", { class: "caps" }, "Head, to be kept where nobody who can change the journal gets at it"),
    h("p", { class: "mono hash" }, result.head),
  ].flat().filter(Boolean);

  api(path).then(follow);
}
