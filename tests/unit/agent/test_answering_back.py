"""A message answers what was asked back, or is a question of its own."""

import pytest

from agent.answering_back import answer_to

HIDDEN = {"kind": "reading", "readings": ["各南\u202e城营业额", "按车流"]}
READING = {"kind": "reading", "question": "哪一种？", "readings": ["按营业额", "按车流"]}
WHOLE = {"kind": "reading", "question": "是这个吗？", "readings": ["列出职工：在职状态是休假"], "alone": True}
EDIT = {"kind": "edit", "question": "请发来改好的 SELECT", "readings": ["不执行"]}
NARROW = {"kind": "narrow", "question": "缩小到什么？", "readings": ["不执行"]}
CONFIRM = {"kind": "confirm", "question": "要执行吗？", "readings": ["执行", "不执行"]}


@pytest.mark.parametrize(
    ("pending", "message", "choice"),
    [
        (READING, "按车流", "按车流"),
        (READING, "2", "按车流"),
        (READING, "第一个", "按营业额"),
        (READING, "选2", "按车流"),
        (READING, "3", "3"),
        (HIDDEN, "各南⟨U+202E⟩城营业额", "各南\u202e城营业额"),
        (HIDDEN, "各南\u202e城营业额", "各南\u202e城营业额"),
        (READING, "都要看", "都要看"),
        (READING, "你好", None),
        (READING, "有哪些表？", None),
        (READING, "请把二〇二六年十月份每一个服务区的营业额按照从高到低的顺序全部列出来看一看", None),
        (WHOLE, "how many service areas were opened in 2020", None),
        (WHOLE, "of those, who has been here since 2020", "of those, who has been here since 2020"),
        (CONFIRM, "执行", "执行"),
        (CONFIRM, "yes", "yes"),
        (CONFIRM, "2", "不执行"),
        (CONFIRM, "不用了", "不用了"),
        (CONFIRM, "no", "no"),
        (CONFIRM, "上个月的营业额是多少", None),
        (EDIT, "```sql\nSELECT 1\n```", "```sql\nSELECT 1\n```"),
        (EDIT, "-- mine\nselect*from area", "-- mine\nselect*from area"),
        (EDIT, "WITH x(n) AS (SELECT 1) SELECT n FROM x", "WITH x(n) AS (SELECT 1) SELECT n FROM x"),
        (EDIT, "DELETE FROM sale", "DELETE FROM sale"),
        (EDIT, "上个月的营业额是多少", None),
        (EDIT, "What is the total of last month?", None),
        (NARROW, "from last month", "from last month"),
    ],
)
def test_message_answers_what_was_asked_back_or_is_a_new_question(
    pending: dict[str, object], message: str, choice: str | None
) -> None:
    assert answer_to(pending, message) == choice
