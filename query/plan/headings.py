"""What the columns of an answer are called."""

from config.wording import say
from query.plan.stretches import Stretch, period_name
from query.plan.task import Task


def member_heading(name: str, task: Task) -> str:
    """Return what a group column is called: its dimension, or its unit of time."""
    found = task.catalog.dimensions.get(name)
    return (
        found.label(task.language)
        if found
        else say(f"metrics.grain.{name.removesuffix('_start')}", task.language)
    )


def metric_heading(name: str, task: Task) -> str:
    """Return what a metric's column is called; of an average, for one of what."""
    heading, average = task.catalog.metrics[name].heading(task.language), task.query.average
    if task.query.closing and task.catalog.is_mean_level(name):
        heading = say("metrics.column.closing", task.language, metric=heading)
    if not average or name not in task.query.metrics:
        return heading
    unit = task.catalog.dimensions.get(average)
    each = unit.label(task.language) if unit else say(f"metrics.each.{average}", task.language)
    return say("metrics.column.average", task.language, metric=heading, each=each)


def stretch_heading(name: str, stretch: Stretch, task: Task) -> str:
    """Return what a metric's column of one of several stretches of time is called."""
    heading, compared = metric_heading(name, task), task.query.compared
    if compared and compared.kind != "named":
        if not stretch.suffix:
            return heading
        return say(f"metrics.column.before_{compared.kind}", task.language, metric=heading)
    if compared or (len(task.stretches) > 1 and stretch.suffix):
        return f"{heading} {period_name(stretch.windows[0])}"
    return heading


def growth_heading(name: str, task: Task) -> str:
    """Return what the column of a metric's change is called."""
    assert task.query.compared is not None
    kind = "by_day" if task.unlike_days(name) else task.query.compared.kind
    metric = task.catalog.metrics[name]
    rate = "rate_" if metric.unit("en") == "%" else ""  # from 1 to 2 % it doubled: points are no percent
    title = say(f"metrics.column.growth_{rate}{kind}", task.language)
    return f"{metric.label(task.language)} {title}" if len(task.shown) > 1 else title


def running_heading(name: str, task: Task) -> str:
    """Return what the column of a running total is called."""
    return say("metrics.column.running", task.language, metric=metric_heading(name, task))


def whole_heading(task: Task) -> str:
    """Return what the column of all is called, beside the share of some."""
    label = task.catalog.metrics[task.query.metrics[0]].label(task.language)
    return say("metrics.column.whole", task.language, metric=label)


def share_heading(task: Task, stretch: Stretch | None = None) -> str:
    """Return what the column of shares is called, of one of two stretches of time that are compared."""
    if stretch is None or task.query.compared is None:
        return say("metrics.column.share", task.language)
    kind, label = task.query.compared.kind, task.catalog.metrics[task.query.metrics[0]].label(task.language)
    heading = say("metrics.column.share_of", task.language, metric=label)
    if kind == "named":
        return f"{heading} {period_name(stretch.windows[0])}"
    return say(f"metrics.column.before_{kind}", task.language, metric=heading) if stretch.suffix else heading
