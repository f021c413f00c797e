"""House rules: one frozen dataclass of typed options a game, each with a default, bounds and the rule it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from .refusals import CoreRefusal
from .result import Refused

_OPTION: Final = "option"
_LONGEST: Final = 40
"""Letters of a name or value that a refusal quotes."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option as players write it. ``choices`` or ``low``/``high`` are its bounds; ``rule`` a rule key."""

    name: str
    type: str
    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False
    """True when ``none`` (no limit) is allowed beside the numbers."""
    rule: str | None = None
    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Other options with the values of theirs that give this one a sense."""

    @property
    def allowed(self) -> str:
        """Return the bounds in one line."""
        if self.choices:
            return " | ".join(str(each).lower() if isinstance(each, bool) else str(each) for each in self.choices)
        span = f"{self.low}..{self.high}"
        return f"none | {span}" if self.optional else span


def choice(
    default: str | bool, *choices: str, rule: str, needs: Mapping[str, tuple[Any, ...]] = MappingProxyType({})
) -> Any:
    """Define an option with named values; a bool has its two. ``needs``: values of others that give it a sense."""
    allowed: tuple[Any, ...] = (False, True) if isinstance(default, bool) else choices
    return field(default=default, metadata={_OPTION: {"choices": allowed, "rule": rule, "needs": needs}})


def number(default: int | None, low: int, high: int, *, rule: str, optional: bool = False) -> Any:
    """Define an option that is a whole number within bounds, or none where ``optional``."""
    bounds = {"low": low, "high": high, "optional": optional, "rule": rule}
    return field(default=default, metadata={_OPTION: bounds})


def specs(ruleset_type: type[Any]) -> tuple[OptionSpec, ...]:
    """Return all options of a ruleset, in the order written; names are kebab case outside."""
    hashable: Any = ruleset_type  # mypy does not take type[Any] for hashable
    return _specs(hashable)


@cache
def _specs(ruleset_type: Any) -> tuple[OptionSpec, ...]:
    return tuple(
        OptionSpec(each.name.replace("_", "-"), _type(each.default), each.default, **each.metadata[_OPTION])
        for each in fields(ruleset_type)
    )


def _type(default: Any) -> str:
    if isinstance(default, bool):
        return "bool"
    return "text" if isinstance(default, str) else "number"


def build(ruleset_type: type[Any], given: Mapping[str, Any]) -> Any | Refused:
    """Return the ruleset with these options set; a ``Refused`` names the first that is unknown or out of bounds."""
    known = {spec.name: spec for spec in specs(ruleset_type)}
    values: dict[str, Any] = {}
    for name, written in given.items():
        spec = known.get(name.replace("_", "-"))
        if spec is None:
            return Refused(
                CoreRefusal.UNKNOWN_OPTION, {"option": name[:_LONGEST], "allowed": ", ".join(known)}, invalid=True
            )
        value = as_option(spec, written)
        if not _fits(spec, value):
            args = {"option": name, "value": _short(value), "allowed": spec.allowed}
            return Refused(CoreRefusal.BAD_VALUE, args, invalid=True)
        values[spec.name.replace("-", "_")] = None if spec.optional and value == "none" else value
    return ruleset_type(**values)


def refuse_idle(ruleset: Any) -> Refused | None:
    """Refuse a new match of which an option says nothing beside the others; matches of before go on with it."""
    for spec in _idle(ruleset):
        needs = ", ".join(f"{other}={values[0]}" for other, values in spec.needs.items())
        return Refused(CoreRefusal.IDLE_OPTION, {"option": spec.name, "needs": needs}, invalid=True)
    return None


def _idle(ruleset: Any) -> Iterator[OptionSpec]:
    """Yield the options that are set to more than their default and say nothing beside the others."""
    for spec in specs(type(ruleset)):
        unmet = any(_of(ruleset, other) not in values for other, values in spec.needs.items())
        if unmet and _of(ruleset, spec.name) != spec.default:
            yield spec


def _of(ruleset: Any, name: str) -> Any:
    return getattr(ruleset, name.replace("-", "_"))


def without_idle(ruleset_type: type[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given options, without those that say nothing beside the others; all of them must be in bounds."""
    values = {name.replace("-", "_"): value for name, value in given.items()}
    silent = {spec.name for spec in _idle(ruleset_type(**values))}
    return {name: value for name, value in given.items() if name not in silent}


def as_option(spec: OptionSpec, value: Any) -> Any:
    """Return a value as the option has it: who writes ``citizen-values=1`` means the choice called 1."""
    written = str(value) if type(value) is int else value
    return written if written in spec.choices else value


def _short(value: Any) -> str:
    """Return a value as a refusal can quote it, however long it is."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists
        text = "…"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _fits(spec: OptionSpec, value: Any) -> bool:
    if spec.choices:
        return any(value == each and type(value) is type(each) for each in spec.choices)
    if spec.optional and value in (None, "none"):
        return True
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (spec.low is None or value >= spec.low) and (spec.high is None or value <= spec.high)
