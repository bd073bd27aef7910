"""How many keys a whole round at six seats takes at the dealer's page: the same bets again, five play, one folds."""

from __future__ import annotations

from collections import Counter

from dealing import DealerAtThePage, Keys
from dealt_by_hand import PhysicalDeck
from floors import Hall
from playwright.sync_api import Browser

from pitboss.games.common import CARDS, REAL
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission

GAMES = {"uth": "Trips", "hi-lo": "Tie", "top-five": "Poker Bonus", "pik-it": "3 card bonus"}
"""Each game with a wager that three of the six seats make besides those they must."""
PARTS = ("bets", "steps", "cards", "decisions", "settlement")


def keys_of_a_round(browser: Browser, hall: Hall, address: str, game: str) -> Counter[str]:
    """Keys by what they are for, from the bets to the deck that lies ready again."""
    live = hall.floor.add_table(practice_submission(game, {CARDS: REAL}))
    token = hall.floor.people.invite(Role.DEALER, f"dealer of {game}")
    deck = PhysicalDeck(3)
    dealer = DealerAtThePage(browser, address, token, live.name, Keys, game=game, deck=deck, extra=GAMES[game])
    for _ in range(2):
        dealer.until("Deal ")
        dealer.step()
        dealer.hands.used["steps"] = 1  # the deal
        for part in PARTS:
            if part != "steps":
                dealer.hands.used[part] = 0
        dealer.until("Take the bets")
    dealer.step()
    found = Counter({part: dealer.hands.used[part] for part in PARTS})
    dealer.close()
    return found


def as_table(found: dict[str, Counter[str]]) -> str:
    """The numbers as the docs have them."""
    lines = [f"| game | {' | '.join(PARTS)} | together |", f"|---|{'---:|' * (len(PARTS) + 1)}"]
    for game, keys in found.items():
        lines.append(f"| {game} | {' | '.join(str(keys[part]) for part in PARTS)} | **{sum(keys.values())}** |")
    return "\n".join(lines)
