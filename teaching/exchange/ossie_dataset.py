"""A dataset of an Ossie document: the table it stands for, and which of its columns say when."""

from dataclasses import dataclass, field

from teaching.exchange.dbt_models import Data, is_column, listed, mapping

DAYS = ("Date", "DateTime", "DateTimeTz")


@dataclass
class Dataset:
    """One dataset: the table it stands for, as our definitions write it, and its fields' expressions."""

    name: str
    table: str
    schema: str
    said: Data
    fields: dict[str, str] = field(default_factory=dict)

    def times(self) -> list[str]:
        """Return the columns that say when: those typed as days, where any is, else those said to be time."""
        typed, said = [], []
        for one in listed(self.said.get("fields")):
            kind, is_time = one.get("datatype"), mapping(one.get("dimension")).get("is_time")
            column = self.fields.get(str(one.get("name")), "")
            if is_column(column) and kind in DAYS and is_time is not False:
                typed.append(column)
            elif is_column(column) and kind is None and is_time:
                said.append(column)
        return list(dict.fromkeys(typed or said))
