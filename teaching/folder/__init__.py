"""The knowledge as a folder of Markdown, YAML and SQL that is kept in git and reviewed in a pull request."""

from collections.abc import Mapping

Files = Mapping[str, bytes]  # path inside the folder, with /, and content

TABLES, DOCUMENTS, PAIRS, REJECTED = "tables", "documents", "pairs", "rejected"
TERMS, METRICS = "terms.yaml", "metrics.yaml"
ENDINGS = {TABLES: (".sql", ".yaml"), DOCUMENTS: (".md",), PAIRS: (".sql",), REJECTED: (".sql",)}
