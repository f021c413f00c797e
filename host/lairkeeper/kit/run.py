"""The conformance kit as one call: every check on a game, with what failed and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from lairkeeper.core.game import Game
from lairkeeper.core.ids import TABLE
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.ruleset import specs
from lairkeeper.i18n import LANGUAGES

from . import scans
from .checks import CHECKS, SECRETS, Check
from .driver import EndlessMatchError, Recording, play_match
from .golden import compare
from .play import history_of, run_play
from .playfile import Play
from .plays import read_plays
from .refusals import reached, untranslated
from .rulebook import misplaced, sections_of

SEEDS = 4
"""As many as there are numbers of players in most games: they go round with the seed."""
SCANS: Mapping[str, Check] = {
    "12 doubled scans": scans.doubled_scans_change_nothing,
    "12 interleaved scans": scans.interleaved_scans_change_nothing,
    "12 noise": scans.noise_does_nothing,
}


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check: ``name`` begins with its number; ``detail`` says what failed, or what was looked at."""

    name: str
    ok: bool
    detail: str = ""


def run_kit(
    game: Game,
    *,
    levels: Sequence[str] = (),
    seeds: Iterable[int] = range(SEEDS),
    points: Mapping[str, str] | None = None,
    elsewhere: Iterable[str] = (),
    golden: Traversable | None = None,
    first_only: bool = False,
) -> list[CheckResult]:
    """Run every check at ``levels`` (none: all), over ``seeds`` at each; ``first_only`` stops at the first failure.

    ``points``: rule id -> level, for check 15; ``elsewhere``: rules that tests prove. ``golden``: the folder of golden
    playthroughs, for check 16.
    """
    results: list[CheckResult] = []
    rules = (points, frozenset(elsewhere))
    for result in _all(game, levels or game.levels, tuple(seeds), rules, golden):
        results.append(result)
        if first_only and not result.ok:
            break
    return results


def _all(
    game: Game,
    levels: Sequence[str],
    seeds: Sequence[int],
    rules: tuple[Mapping[str, str] | None, frozenset[str]],
    golden: Traversable | None,
) -> Iterator[CheckResult]:
    plays, wrong = _plays(game, levels)
    yield CheckResult("15 plays go as written", wrong is None, wrong or f"{len(plays)} plays")
    wrong = misplaced(game) if plays else None
    yield CheckResult("15 plays lie by section of the rulebook", wrong is None, wrong or _sorted(game))
    recordings: list[Recording] = []
    for level in levels:
        played, ended = _matches(game, level, seeds)
        yield ended
        recordings += played
    if not recordings:
        return
    examples = _examples(game, plays.values(), levels)
    for name, check in CHECKS.items():
        yield _each(name, check, [*recordings, *examples] if name in SECRETS else recordings)
    for name, check in SCANS.items():
        yield _each(name, check, recordings[:: max(1, len(recordings) // 3)])
    yield _codes(game, recordings, plays.values())
    for lang in LANGUAGES:
        missing = untranslated(game, lang, [*recordings, *examples])
        yield CheckResult(f"14 texts ({lang})", not missing, ", ".join(missing))
    yield _covered(game, plays.values(), *rules)
    if golden is not None:
        for level in levels:
            changed = compare(game, level, golden)
            yield CheckResult(f"16 golden playthrough ({level})", changed is None, changed or "")


def _plays(game: Game, levels: Sequence[str]) -> tuple[dict[str, Play], str | None]:
    """Return the plays, and what is wrong with the first at these levels that does not go as written."""
    try:
        plays = read_plays(game)
    except (ValueError, OSError) as error:
        return {}, str(error)
    for name, play in plays.items():
        if (play.level or game.levels[-1]) not in levels:
            continue
        try:
            result = run_play(play, name, game=game)
        except (ValueError, LookupError, TypeError, RuntimeError, AssertionError) as error:
            return plays, f"{name}: {type(error).__name__}: {error}"
        if not result.ok:
            return plays, f"{name}, step {result.step}: expected {result.expected}, got {result.actual}"
    return plays, None


def _sorted(game: Game) -> str:
    found = set(sections_of(game).values())
    return f"{len(found)} sections" if found else "rules.toml has no table [sections]: nothing to check"


def _examples(game: Game, plays: Iterable[Play], levels: Sequence[str]) -> list[Recording]:
    """Return the matches of the plays, which hold what chance seldom brings: known hands, cards face down."""
    found = []
    for play in plays:
        wanted = (play.level or game.levels[-1]) in levels and play.refuse_setup is None
        try:
            history = history_of(play, game) if wanted else None
        except Exception:  # the check of plays has reported it
            history = None
        if history is not None:
            found.append(Recording(game, 0, history))
    return found


def _matches(game: Game, level: str, seeds: Sequence[int]) -> tuple[list[Recording], CheckResult]:
    """Play random matches to their end, and report whether anybody ever wins."""
    played: list[Recording] = []
    name = f"10 random matches end ({level})"
    try:
        for seed in seeds:
            played += [play_match(game, seed, level=level)]
    except (EndlessMatchError, ValueError, RuntimeError, LookupError, AssertionError) as error:
        return played, CheckResult(name, False, f"seed {seeds[len(played)]}: {type(error).__name__}: {error}")
    # Some games can be lost by everybody; a game that nobody ever wins is broken.
    won = any(game.score(each.history.state, TABLE).winners for each in played)
    records = sum(len(each.history) for each in played)
    return played, CheckResult(name, won, f"{len(played)} matches, {records} records" if won else "nobody won")


def _each(name: str, check: Callable[[Recording], str | None], recordings: Iterable[Recording]) -> CheckResult:
    """Run a check over matches, and report the first thing that is wrong, an error among them."""
    for recording in recordings:
        try:
            found = check(recording)
        except (ValueError, LookupError, TypeError, RuntimeError, AssertionError) as error:
            found = f"{type(error).__name__}: {error}"
        if found is not None:
            where = f"{recording.history.header.level or recording.game.levels[-1]}, seed {recording.seed}"
            return CheckResult(name, False, f"{where}: {found}")
    return CheckResult(name, True)


def _codes(game: Game, recordings: Iterable[Recording], plays: Iterable[Play]) -> CheckResult:
    met = reached(game, recordings, plays)
    bound = any(spec.levels and set(game.levels) - set(spec.levels) for spec in game.moves)
    excused = set() if bound else {CoreRefusal.NOT_AT_LEVEL.value}
    if not any(spec.needs for spec in specs(game.ruleset_type)):
        excused.add(CoreRefusal.IDLE_OPTION.value)
    missing = [spec.code for spec in game.refusals if spec.code not in met | excused]
    return CheckResult("14 refusals are reachable", not missing, ", ".join(missing) or f"{len(met)} codes")


def _covered(
    game: Game, plays: Iterable[Play], points: Mapping[str, str] | None, elsewhere: frozenset[str]
) -> CheckResult:
    covered = {rule for play in plays for rule in play.covers} | elsewhere
    if points is None:
        return CheckResult("15 rules are covered", True, f"{len(covered)} rules by plays")
    missing = [rule for rule, level in points.items() if level in game.levels and rule not in covered]
    left = sum(rule not in covered for rule in points)
    return CheckResult("15 rules are covered", not missing, ", ".join(missing) or f"{left} of {len(points)} are open")
