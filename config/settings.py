"""All settings; the only reader of the environment and of `.env`."""

import datetime as dt
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from errors import SettingsError

ROOT = Path(__file__).resolve().parent.parent
ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?/?")


class Settings(BaseSettings):
    """What an operator can set; each field's name in upper case is its environment variable."""

    model_config = SettingsConfigDict(
        env_file=ROOT / ".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    # The server
    host: str = Field("127.0.0.1", description="Address the chat listens on.")
    port: int = Field(8000, ge=1, le=65535, description="Port the chat listens on.")
    workers: int = Field(
        1, ge=1, le=64, description="Processes that serve; several take the ports after PORT, behind nginx."
    )
    data_dir: Path = Field(ROOT / "data", description="Where everything that is written lives.")
    app_database_url: SecretStr | None = Field(
        None, description="The app's own PostgreSQL; empty starts the embedded one under DATA_DIR."
    )
    auth_secret: SecretStr | None = Field(
        None, description="Signs sessions, 32 characters or more; empty makes one under DATA_DIR."
    )
    public_url: str | None = Field(
        None, description="Address people open, if not HOST and PORT; https:// makes the cookie Secure."
    )
    demo: bool = Field(True, description="Create, fill and teach the demo database.")
    language: Literal["auto", "zh", "en"] = Field(
        "auto", description="Language of answers; auto follows the question."
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="Log level.")
    log_format: Literal["text", "json"] = Field("text", description="Log lines as text or JSON.")

    # Sign-in
    session_hours: float = Field(12, gt=0, le=720, description="Longest life of a sign-in, in hours.")
    password_sign_in: bool = Field(True, description="Let people in by name and password.")
    trusted_proxies: str | None = Field(
        None, description="Reverse proxies whose headers are believed: addresses or networks, by comma."
    )
    embed_origins: str = Field(
        "", description="Sites whose pages may show the chat (https://…), by comma; empty shows it nowhere."
    )
    sign_in_header: str | None = Field(
        None, description="Header in which such a proxy names the person's e-mail; empty is off."
    )
    sign_in_groups_header: str | None = Field(
        None, description="Header in which it names their groups, by comma."
    )

    # Time
    today: dt.date | None = Field(None, description="The date taken for today; empty is the real one.")
    timezone: str = Field("Asia/Shanghai", description="Time zone that decides which day it is.")
    fiscal_year_start_month: int = Field(1, ge=1, le=12, description="First month of the fiscal year.")

    # The model
    openai_api_key: SecretStr | None = Field(None, description="Key of an OpenAI-compatible provider.")
    openai_base_url: str | None = Field(None, description="Its address; empty is OpenAI's own.")
    llm_model: str = Field("gpt-4.1-mini", description="Chat model's name at that provider.")
    llm_fallback_model: str | None = Field(
        None, description="Model asked where the first one fails; same provider, empty is none."
    )
    llm_temperature: float = Field(0.0, ge=0, le=2, description="Sampling temperature.")
    llm_timeout_s: float = Field(30, gt=0, description="Longest wait for one model call.")
    llm_max_tokens: int = Field(1024, gt=0, description="Longest reply of the model, in tokens.")
    llm_strict_tools: Literal["auto", "on", "off"] = Field(
        "auto", description="Offer defined metrics as a strict tool; auto does with OpenAI's own address."
    )
    llm_max_retries: int = Field(2, ge=0, le=10, description="Repeats of a call after 429, 5xx, a break.")

    # Embeddings
    embedding_model: str | None = Field(
        None, description="Embeddings model of an endpoint; empty is the bundled sentence encoder."
    )
    embedding_base_url: str | None = Field(None, description="Its address; empty is OPENAI_BASE_URL.")
    embedding_api_key: SecretStr | None = Field(None, description="Its key; empty is OPENAI_API_KEY.")

    # The question's way
    routing_mode: Literal["hybrid", "agent", "database_direct", "chat_direct"] = Field(
        "hybrid", description="Who decides the next step; see docs/agent.md."
    )
    answer_timeout_s: float = Field(120, gt=0, description="Longest time for one whole answer.")
    turn_lease_s: float = Field(
        12,
        ge=1,
        le=300,
        description="After so long without a sign of life another process takes a question up.",
    )
    max_running_per_user: int = Field(
        2, ge=1, le=1000, description="Questions of one person answered at once on one connection."
    )
    max_waiting_per_user: int = Field(
        10, ge=0, le=10_000, description="Questions of one person that may wait behind these."
    )
    max_messages_per_minute: int = Field(
        120, ge=0, description="Messages one person may send within a minute; 0 is any number."
    )
    max_steps: int = Field(8, ge=4, le=30, description="Most tool calls in one answer.")
    max_repairs: int = Field(1, ge=0, le=5, description="New tries after a failed validation.")
    max_attempts: int = Field(3, ge=1, le=10, description="Tries at SQL in all for one question.")
    answer_mode: Literal["auto", "fast", "careful"] = Field(
        "auto", description="Care for a question: by its form, without examples, or two SQLs compared."
    )
    durability: Literal["exit", "async"] = Field(
        "exit", description="Checkpoint at the end of a turn (exit) or after every step (async)."
    )
    result_summary: bool = Field(True, description="Let the model word the summary; off computes it.")
    max_question_chars: int = Field(4000, gt=0, description="Longest question accepted.")
    prompt_budget_tokens: int = Field(3000, gt=0, description="Token budget of linked context.")

    prompt_profiles: bool = Field(
        True, description="Show the model what columns hold: kinds, periods, ranges, how codes are written."
    )

    # Watching it
    trace_days: int = Field(14, ge=0, le=3650, description="Days an answer's trace is kept; 0 keeps none.")
    result_days: int = Field(30, ge=1, le=3650, description="Days the rows behind an answer are kept.")
    conversation_days: int = Field(
        0, ge=0, le=36500, description="Days a conversation is kept after its last question; 0 keeps it."
    )
    hooks: str | None = Field(
        None, description="Classes of agent.hooks.Hook by dotted path, by comma; see docs/agent.md."
    )
    hook_timeout_s: float = Field(2, gt=0, le=60, description="Longest wait for one hook.")

    # Running SQL
    query_timeout_ms: int = Field(15_000, gt=0, description="Longest run of one statement.")
    max_rows: int = Field(1000, gt=0, description="Most rows kept of one result.")
    join_rows: int = Field(
        50_000,
        gt=0,
        description="Most rows read of each part where two sources are asked together; more are refused.",
    )
    max_result_bytes: int = Field(4_000_000, gt=0, description="Most bytes kept of one result.")
    pool_size: int = Field(8, gt=0, description="Connections held per database asked.")
    max_queries_per_user: int = Field(4, gt=0, description="Statements one user may run at once.")
    max_further_statements: int = Field(
        40, ge=0, le=1000, description="Most statements of one question beside the answer's own."
    )
    analysis_statements: int = Field(
        48, ge=0, le=1000, description="Most statements of one analysis: why, briefing, anomalies, forecast."
    )
    analysis_rounds: int = Field(
        2,
        ge=0,
        le=5,
        description="Times a model may look further before it words an analysis; 0 keeps the computed words.",
    )
    sql_dry_run: bool = Field(True, description="EXPLAIN each statement before it runs.")
    connections_file: Path | None = Field(None, description="Databases asked, as YAML.")
    access_file: Path = Field(ROOT / "config" / "access.yaml", description="Roles and rights, as YAML.")

    # Teaching
    max_upload_mb: int = Field(10, gt=0, description="Largest file accepted in the chat.")
    max_archive_files: int = Field(500, gt=0, description="Most files taken out of .zip files at once.")
    max_archive_mb: int = Field(50, gt=0, description="Most megabytes taken out of .zip files at once.")
    max_file_mb: int = Field(50, gt=0, description="Largest file asked as data in the chat, in megabytes.")
    max_files_per_user: int = Field(20, ge=0, description="Files one person may ask as data; 0 is none.")
    own_file_days: int = Field(
        30,
        ge=0,
        le=36500,
        description="Days a file asked as data is kept; 0 keeps it while its conversation is.",
    )
    few_shot_enabled: bool = Field(True, description="Show verified pairs to the model as examples.")
    few_shot_top_k: int = Field(3, ge=0, description="How many of them.")
    few_shot_min_similarity: float | None = Field(
        None, ge=0, le=1, description="Least similarity of one; empty is the embedding's own."
    )
    retrieval_timeout_s: float = Field(10, gt=0, description="Longest wait for retrieval.")
    health_hour: int = Field(
        3, ge=-1, le=23, description="Hour of the nightly check of stored knowledge; -1 is never."
    )
    golden_floor: float = Field(0.9, ge=0, le=1, description="Share of right answers wanted to publish.")

    # Schedules and alerts
    schedules: bool = Field(True, description="Carry schedules out in this server; off leaves it to others.")
    schedule_most_failures: int = Field(
        5, ge=1, le=100, description="Failures one behind the other after which a schedule stops by itself."
    )
    schedule_least_minutes: int = Field(
        15, ge=1, le=1440, description="Least time between two times of one schedule, in minutes."
    )
    max_schedules_per_user: int = Field(50, ge=0, description="Schedules one person may have; 0 is none.")
    webhook_hosts: str | None = Field(
        None, description="Webhook hosts that may be private or plain http: host or host:port, by comma."
    )
    smtp_host: str | None = Field(None, description="Mail server; empty offers no e-mail.")
    smtp_port: int = Field(587, ge=1, le=65535, description="Its port.")
    smtp_security: Literal["starttls", "tls", "none"] = Field(
        "starttls", description="How the connection to it is protected."
    )
    smtp_user: str | None = Field(None, description="Name to sign in there with; empty is no sign-in.")
    smtp_password: SecretStr | None = Field(None, description="Its password.")
    smtp_from: str | None = Field(None, description="Sender of our mail; empty offers no e-mail.")
    smtp_domains: str | None = Field(None, description="Domains that mail may go to, by comma; empty is any.")

    @property
    def strict_tools(self) -> bool:
        """Tell whether the provider is taken to hold a model's tool calls to their schema."""
        own = self.openai_base_url is None
        return self.llm_strict_tools == "on" or (self.llm_strict_tools == "auto" and own)

    @property
    def behind_tls(self) -> bool:
        """Tell whether people reach the chat over TLS."""
        return (self.public_url or "").lower().startswith("https://")

    @property
    def embedding_origins(self) -> tuple[str, ...]:
        """Return the sites whose pages may show the chat, as browsers name them."""
        return tuple(one.strip().rstrip("/").lower() for one in self.embed_origins.split(",") if one.strip())

    @field_validator("embed_origins")
    @classmethod
    def _are_origins(cls, text: str) -> str:
        named = [one.strip() for one in text.split(",") if one.strip()]
        if not all(ORIGIN.fullmatch(one) for one in named):
            raise ValueError("each is https://host or http://host:port, without path or *")
        return text

    def current_date(self) -> dt.date:
        """Return the one date every period is read against."""
        return self.today or dt.datetime.now(ZoneInfo(self.timezone)).date()


def provider_environment() -> dict[str, str]:
    """Return what Chainlit reads of sign-in providers (OAUTH_…), from `.env` and environment."""
    path = Settings.model_config.get("env_file")
    written = dotenv_values(path) if isinstance(path, Path) and path.is_file() else {}
    found = {name: value for name, value in {**written, **os.environ}.items() if value}
    return {name: value for name, value in found.items() if name.startswith("OAUTH_")}


def load_settings(**overrides: object) -> Settings:
    """Read the settings, or raise SettingsError naming the first field that cannot be read."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise SettingsError("setting_invalid", name=name, detail=first["msg"]) from error


@lru_cache(maxsize=1)
def settings() -> Settings:
    """Return this process's settings."""
    return load_settings()
