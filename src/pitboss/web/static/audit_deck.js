// The deck of a round: what was committed to before the first card, and what opens it.

import { cardName, h, s } from "./dom.js";

const at = (id) => document.getElementById(id);
const utc = (ms) => new Date(ms).toISOString().slice(11, 19);

const pip = (card) => (card === "??" ? h("span", { class: "tc" }, h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "sr" }, "not read")) : h("span", { class: "tc" },
  h("span", { "aria-hidden": "true" }, h("b", {}, card[0] === "T" ? "10" : card[0]),
    s("svg", { class: `pip suit-${card[1]}`, viewBox: "0 0 100 100" }, s("use", { href: `#suit-${card[1]}` }))),
  h("span", { class: "sr" }, cardName(card))));

/** Shows the deck of a round. */
export function deck() {
  return ({ deck: found }) => {
    at("seal").hidden = !found;
    if (!found) return;
    const { sealed, opened, commitment } = found;
    const real = !found.order_sealed;
    at("commitment").textContent = real ? "" : commitment;
    at("proof").hidden = !opened || real;
    at("strip").replaceChildren(...(found.dealt ?? []).map(([place, card, to]) =>
      h("li", {}, h("span", { class: "n" }, String(place)), pip(card), h("span", { class: "w" }, to))));
    if (real) return at("seal-words").replaceChildren("People dealt real cards, so no order was sealed. The faces are what was read at the table", ...readers(found), ".");
    at("seal-words").replaceChildren(`Sealed ${utc(sealed.at)}, before the first card. `, ...(opened
      ? [`Opened ${utc(opened.at)}, after the round. `, verdict(found.matches)]
      : ["It is opened when the round is over."]));
    if (opened) at("proof").querySelector(".howto").replaceChildren(...howTo(found));
  };
}

const readers = ({ reported }) => {
  const names = [...new Set(reported.map(({ by }) => by))];
  return names.length ? [", as reported by ", h("b", {}, names.join(", "))] : [];
};

const verdict = (matches) => h("b", { class: matches ? "ok" : "no" },
  matches ? "✓ The order matches the seal." : "! The order does not match the seal.");

const howTo = ({ salt, stream, from_seed, order, name }) => [
  h("p", {}, `The commitment is the SHA-256 of the salt, a colon, and the order of the ${name} deck from the top, before the cut. Each of these lines prints it:`),
  h("pre", { class: "mono", tabindex: "0", "aria-label": "In a shell" }, `printf '%s' '${salt}:${order}' | sha256sum`),
  h("pre", { class: "mono", tabindex: "0", "aria-label": "With Python" }, `python3 -c "import hashlib; print(hashlib.sha256(b'${salt}:${order}').hexdigest())"`),
  ...(stream ? [
    h("p", {}, `The salt is also the seed of the generator that shuffled, ${stream}. `, h("b", { class: from_seed ? "ok" : "no" }, from_seed ? "✓ It makes this order." : "! It makes another order."), " With Pitboss:"),
    h("pre", { class: "mono", tabindex: "0", "aria-label": "With Pitboss" }, `pitboss random order ${salt}`),
  ] : []),
];
