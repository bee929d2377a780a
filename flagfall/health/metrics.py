"""What a Prometheus collector reads: the readings of the health page and every gauge of this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from flagfall.health import readings
from matches import gauges

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST


class _Service(Collector):
    """Takes the readings anew at each collection."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield one gauge per reading and per gauge of the process, and one that says whether all is well."""
        taken = readings.of_the_service()
        healthy = readings.worst(taken) is not readings.State.BAD
        yield GaugeMetricFamily("flagfall_healthy", "1 unless a reading is bad", value=float(healthy))
        for reading in taken:
            if reading.value is not None:
                name = "_".join(part for part in ("flagfall", reading.key, reading.unit) if part)
                yield GaugeMetricFamily(name, "Reading of the health page", value=reading.value)
        for name, value in gauges.readings().items():
            yield GaugeMetricFamily(f"flagfall_{name}", "Reading of this process", value=value)


def exposition() -> bytes:
    """Return all metrics of this process in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(_Service())
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    return generate_latest(registry)
