"""Files that pages link to, served from where they lie when nothing was collected."""

from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.contrib.staticfiles import finders


def content(answer):
    async def read():
        return b"".join([part async for part in answer])

    return async_to_sync(read)()


@pytest.mark.parametrize(
    "path", ["css/flagfall.css", "js/page.js", "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css"]
)
def test_a_file_of_ours_or_of_a_package_is_served(client, path):
    answer = client.get(f"/static/{path}")

    assert answer.status_code == 200
    assert content(answer) == Path(finders.find(path)).read_bytes()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["css/none.css", "../manage.py", "css/../../manage.py", "css/", ""])
def test_nothing_else_is(client, path):
    assert client.get(f"/static/{path}").status_code == 404


def test_a_file_is_served_as_it_is_at_that_moment(client, tmp_path, settings):
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()
    try:
        assert client.get("/static/new.css").status_code == 404
        (tmp_path / "new.css").write_text("p {}")
        assert content(client.get("/static/new.css")) == b"p {}"
        (tmp_path / "new.css").write_text("p { color: red }")
        assert content(client.get("/static/new.css")) == b"p { color: red }"
    finally:
        finders.get_finder.cache_clear()
