"""What a metric or dimension is, said from its definition alone: no SQL is run."""

from collections.abc import Iterator, Sequence

from config.wording import Language, language_of, say
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.values import Allowed
from understanding.metric.parts import Part, Parts
from understanding.words.closed import JOINING

SEPARATOR = {"zh": "、", "en": ", "}
SIGNS = {"ratio": "÷", "difference": "−", "sum": "+"}


def define(term: Parts, catalog: Catalog, language: Language, allowed: Allowed) -> str:
    """Return what a term, or each of two side by side, is by its definition; nothing where unknown."""
    named = [part for part in term.every if part.kind not in ("function", "number")]
    joined = any(part.text in JOINING for part in term.of("function"))
    if not 1 <= len(named) <= 1 + joined:
        return ""
    said = [_defined(part, catalog, language, allowed) for part in named]
    return "\n\n".join(said) if all(said) else ""


def _defined(part: Part, catalog: Catalog, language: Language, allowed: Allowed) -> str:
    """Return what the figures, cuts or codes are that a word names."""
    opened = [name for name in part.metrics if catalog.opens(name, allowed)]
    if opened:
        return "\n\n".join(define_metric(catalog.metrics[one], catalog, language, allowed) for one in opened)
    coded = [name for name, _, _ in part.members if catalog.dimensions[name].values]
    named = {"dimension": part.dimensions, "value": coded}.get(part.kind, ())
    dimensions = [catalog.dimensions[name] for name in dict.fromkeys(named)]
    return "\n\n".join(define_dimension(one, language) for one in dimensions if _opens(one, catalog, allowed))


def _opens(dimension: Dimension, catalog: Catalog, allowed: Allowed) -> bool:
    return all(allowed(catalog.full_column(column)) for column in dimension.columns)


def define_metric(metric: Metric, catalog: Catalog, language: Language, allowed: Allowed) -> str:
    """Return what a metric is: its words, how it is computed, when it counts, what it is called."""
    return "\n\n".join([f"**{metric.label(language)}**", *_metric_lines(metric, catalog, language, allowed)])


def define_dimension(dimension: Dimension, language: Language) -> str:
    """Return what a dimension is: what it is called, and what its codes mean."""
    lines = [
        f"**{dimension.label(language)}**",
        _line("dimension", language, names=_called(dimension, language)),
    ]
    if dimension.values:
        names = [dimension.value_label(value, language) for value in dimension.values]
        lines.append(_line("values", language, names=SEPARATOR[language].join(names)))
    return "\n\n".join(lines)


def _metric_lines(metric: Metric, catalog: Catalog, language: Language, allowed: Allowed) -> Iterator[str]:
    if words := metric.definition(language):
        yield words
    unit = metric.unit(language)
    if metric.kind == "simple":
        if allowed(f"{catalog.full(metric.table)}.*"):
            formula = f"`{metric.expression}` · `{metric.table}`"
            yield _line("computed", language, formula=formula)
            if metric.filters:
                yield _line("rows", language, filters=" · ".join(f"`{one}`" for one in metric.filters))
    else:
        labels = [catalog.metrics[part].label(language) for part in metric.parts]
        formula = f" {SIGNS[metric.kind]} ".join(labels)
        if metric.scale != 1:
            formula += f" × {metric.scale}"
        yield _line("computed", language, formula=formula)
    if unit:
        yield _line("unit", language, unit=unit)
    if metric.time_grain == "month":
        yield _line("monthly", language)
    others = [name for name in _in(language, metric.wordings) if name != metric.label(language)]
    if others:
        yield _line("called", language, names=SEPARATOR[language].join(others[:8]))
    if metric.owner:
        yield _line("owner", language, owner=metric.owner)


def _called(dimension: Dimension, language: Language) -> str:
    return SEPARATOR[language].join(_in(language, dimension.wordings)[:8])


def _in(language: Language, wordings: Sequence[str]) -> list[str]:
    """Return what a reader of one language may say, short forms (AOV) among it."""
    return [one for one in wordings if language_of(one) == language or (one.isupper() and one.isascii())]


def _line(key: str, language: Language, **params: str) -> str:
    return say(f"metrics.definition.{key}", language, **params)
