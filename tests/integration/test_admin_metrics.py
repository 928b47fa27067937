"""The metrics tab over HTTP: a figure is defined by a form, checked on the database, tried and staged."""

import re
from html import unescape

import httpx
import pytest

pytestmark = pytest.mark.slow

TAKINGS = {
    "name": "takings", "zh": "营业额", "en": "Takings", "synonyms": "流水\nincome", "table": "sale",
    "expression": "SUM(amount)", "unit_zh": "元", "unit_en": "CNY", "decimals": "2",
}  # fmt: skip


async def save(http: httpx.AsyncClient, kind: str, fields: dict[str, str], **more: str) -> str:
    """Save a form and return what it answers with."""
    typed = {f"field_{name}": text for name, text in fields.items()}
    sent = {"connection": "shop", "kind": kind, **typed, **more}
    return unescape((await http.post("/admin/metrics", data=sent)).text)


async def test_a_metric_is_defined_tried_changed_and_listed(admin: httpx.AsyncClient) -> None:
    saved = await save(admin, "metric", TAKINGS)
    assert "is staged" in saved, saved
    base = re.findall(r'name="base" value="(\w+)"', saved)[0]
    tried = unescape(
        (await admin.post("/admin/metrics/try", data={"connection": "shop", "question": "income"})).text
    )
    assert "Metric: Takings (CNY)" in tried and "SUM(sale.amount)" in tried
    asked = {"connection": "shop", "question": "profit of the shop"}
    declined = unescape((await admin.post("/admin/metrics/try", data=asked)).text)
    assert "Not understood: profit" in declined
    changed = await save(admin, "metric", TAKINGS | {"definition_en": "What shops took."}, base=base)
    assert "is staged" in changed
    listed = unescape((await admin.get("/admin/metrics/list?connection=shop")).text)
    assert listed.count("(takings)") == 1 and "What shops took." in listed


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"expression": "SUM(nothing)"}, "nothing"),
        ({"expression": "amount"}, "must aggregate"),
        ({"table": "nowhere"}, "nowhere"),
        ({"decimals": "two"}, "decimals"),
        ({"default_period": "some day"}, "default_period"),
        ({"settles_after_days": "soon"}, "settles_after_days"),
        ({"time_format": "YYMM"}, "time_format"),
        ({"over_time": "average"}, "over_time"),
    ],
    ids=[
        "column",
        "shape",
        "table",
        "decimals",
        "default_period",
        "settles_after_days",
        "time_format",
        "level",
    ],
)
async def test_what_does_not_hold_is_refused_by_name(
    admin: httpx.AsyncClient, fields: dict[str, str], said: str
) -> None:
    answer = await save(
        admin, "metric", TAKINGS | {"name": "other", "en": "Other", "zh": "别的", "synonyms": ""} | fields
    )
    problem = "".join(re.findall(r'role="alert"><p>(.*?)</p>', answer))
    assert said in problem and "is staged" not in answer


async def test_the_form_of_a_scorecard_starts_with_the_figures_a_briefing_shows(
    admin: httpx.AsyncClient,
) -> None:
    address = "/admin/metrics/form?connection=shop&kind=scorecard"
    dated = {"name": "dated", "en": "Dated takings", "zh": "有日期的营业额", "synonyms": "", "time": "day"}
    saved = await save(admin, "metric", TAKINGS | dated)
    assert "is staged" in saved, saved
    form = unescape((await admin.get(address)).text)
    assert ">dated</textarea>" in form and "drafted from the definitions" in form
    kept = await save(admin, "scorecard", {"metrics": "dated"})
    assert "is staged" in kept and "drafted" not in kept
