"""Messages that are no question, and the answer that says what went wrong."""

from agent.events import Answer
from config.settings import Settings
from config.wording import Language, say_error
from errors import InputError, WenshuError


def failure(error: WenshuError, question: str, language: Language) -> Answer:
    """Return the answer that says an error in its sentence."""
    sentence = say_error(error, language)
    return Answer("failed", sentence, question, failure={"code": error.code, "reason": sentence})


def check_text(question: str, settings: Settings) -> None:
    """Refuse what cannot be a question."""
    if not any(char.isalnum() for char in question):
        raise InputError("question_empty")
    if len(question) > settings.max_question_chars:
        raise InputError("question_too_long", most=settings.max_question_chars)
    if _is_binary(question):
        raise InputError("question_unreadable")


def _is_binary(text: str) -> bool:
    """Say whether a text is no text: halves of characters, control characters and undecodable bytes."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        return True
    odd = sum(1 for char in text if (ord(char) < 32 and char not in "\t\r\n") or char in "\x7f\ufffd")
    return odd > max(2, len(text) // 50)
