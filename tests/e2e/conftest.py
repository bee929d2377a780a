# Django is set up only after this file is read: imports of ours stand inside the fixtures.
import pytest


@pytest.fixture(scope="session")
def service(postgres, live_folder, live_template):
    """Return the real service for all journeys: web, clock, live, work, beat on PostgreSQL and Redis."""
    from tests.live import full_service

    name = f"live_{live_folder.parent.name}_e2e"
    with full_service(postgres, live_folder / name, name=name, template=live_template) as service:
        yield service


@pytest.fixture(scope="session")
def stage(service):
    """Return what can be done behind the scenes of the service."""
    from tests.e2e.backstage import Backstage

    with Backstage(service) as stage:
        yield stage


@pytest.fixture(scope="session")
def embedded(up_service):
    """Return the embedded service without demo, with its backstage."""
    from tests.e2e.backstage import Backstage

    with Backstage(up_service) as stage:
        yield up_service, stage


@pytest.fixture(scope="session")
def exhibition(embedded):
    """Return what the embedded service holds: something in every corner."""
    _service, stage = embedded
    return stage.exhibition()


@pytest.fixture
def people(new_page, service):
    """Let people come in, each in a window of their own: `people(session="…")`, `people(link="…")`.

    No script of a page may fail in front of them.
    """
    from tests.e2e.people import Person

    came = []

    def come(**options):
        came.append(Person(new_page, service.url, **options))
        return came[-1]

    come.url = service.url
    yield come
    assert [error for person in came for error in person.errors] == []
