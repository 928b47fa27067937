"""An answer as Markdown, for programs that show words only: the words, a table, where it is from."""

from agent.events import Answer
from answers.markdown import harmless
from answers.table import markdown_table, one_line
from config.wording import Language, say
from web.api.seen import origin_of

MOST_ROWS = 30


def as_markdown(answer: Answer, language: Language, link: str) -> str:
    """Return all of an answer."""
    parts = [harmless(answer.answer), *after_words(answer, language, link)]
    return "\n\n".join(part for part in parts if part)


def after_words(answer: Answer, language: Language, link: str) -> list[str]:
    """Return what stands below the words: readings to choose from, the rows, where the answer is from."""
    parts: list[str] = []
    if answer.kind == "clarify" and answer.suggestions:
        parts.append("\n".join(f"- {one_line(one)}" for one in answer.suggestions))
    if answer.columns and (answer.row_count > 1 or len(answer.columns) > 1):
        parts.append(markdown_table([one["name"] for one in answer.columns], answer.rows[:MOST_ROWS]))
        if answer.row_count > MOST_ROWS:
            parts.append(say("api.answer.more", language, count=answer.row_count - MOST_ROWS))
    origin = say("chat.general", language) if answer.kind == "general" else origin_of(answer, language)
    told = [harmless(line) for line in answer.interpretation] if answer.kind == "data" else []
    if origin or told:
        parts.append("\n".join(f"> {line}" for line in (origin, *told) if line))
    parts.append(f"[{say('api.answer.open', language)}]({link})")
    return parts
