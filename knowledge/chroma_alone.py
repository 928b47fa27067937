"""Chroma without the exporter it would send traces of itself with: gRPC and Google's messages, 10 MB."""

import sys
from types import ModuleType

EXPORTER = "opentelemetry.exporter.otlp.proto.grpc.trace_exporter"


class _Silent:
    """Stands where the exporter is looked up; Chroma makes one only where it was told an endpoint."""


def without_exporter() -> None:
    """Let the exporter count as imported, where nothing has imported it: nothing is reported from here."""
    if EXPORTER not in sys.modules:
        module = ModuleType(EXPORTER)
        module.__dict__.update(OTLPSpanExporter=_Silent)
        sys.modules[EXPORTER] = module
