"""Files that pages link to, served from where they lie when nothing was collected."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

FILES = ("css/flagfall.css", "js/page.js", "img/mark.svg", "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css")


@pytest.mark.parametrize("path", FILES)
def test_a_file_of_ours_or_of_a_package_is_served(client, path):
    answer = client.get(f"/static/{path}")

    assert answer.status_code == 200
    assert answer.content == Path(finders.find(path)).read_bytes()
    assert answer["Content-Type"].partition(";")[0] in {"text/css", "text/javascript", "image/svg+xml"}
    assert int(answer["Content-Length"]) == len(answer.content)
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["css/none.css", "../manage.py", "css/../../manage.py", "css/", ""])
def test_nothing_else_is(client, path):
    assert client.get(f"/static/{path}").status_code == 404


def test_what_a_browser_has_is_not_sent_again(client):
    had = client.get("/static/js/page.js")
    answer = client.get("/static/js/page.js", headers={"If-None-Match": had["ETag"]})

    assert answer.status_code == 304
    assert answer.content == b""


def test_the_head_and_a_part_can_be_asked_for(client):
    whole = client.get("/static/js/page.js")
    head = client.head("/static/js/page.js")
    part = client.get("/static/js/page.js", headers={"Range": "bytes=3-9"})

    assert (head.status_code, head.content, head["Content-Length"]) == (200, b"", whole["Content-Length"])
    assert (part.status_code, part.content) == (206, whole.content[3:10])
    assert client.post("/static/js/page.js").status_code == 405


def test_a_file_is_served_as_it_is_at_that_moment(client, tmp_path, settings):
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()
    try:
        assert client.get("/static/new.css").status_code == 404
        (tmp_path / "new.css").write_text("p {}")
        assert client.get("/static/new.css").content == b"p {}"
        (tmp_path / "new.css").write_text("p { color: red }")
        assert client.get("/static/new.css").content == b"p { color: red }"
    finally:
        finders.get_finder.cache_clear()
