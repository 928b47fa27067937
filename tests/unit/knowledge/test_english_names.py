"""A dimension of English names lends them to the one of the same key."""

from knowledge.definitions.files import with_english_names
from knowledge.metrics import Catalog, Dimension

CUSTOMER = Dimension("customer", "客户", "Customer", column="customer.short_name", key="customer.id")
ENGLISH = Dimension(
    "customer_en", "客户英文名", "Customer English name", column="customer.name_en", key="customer.id"
)
PLANT = Dimension("plant", "工厂", "Plant", column="plant.name", key="plant.id")


def test_who_is_named_in_english_elsewhere_is_named_so() -> None:
    found = with_english_names({one.name: one for one in (CUSTOMER, ENGLISH, PLANT)})
    assert found["customer"].column_en == "customer.name_en"
    assert not found["plant"].column_en and not found["customer_en"].column_en
    assert Catalog({}, found).english_alone == {"customer_en"}
