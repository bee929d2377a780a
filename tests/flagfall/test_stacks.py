"""The stacks of the test run are what they say they are."""

import pytest
from django.conf import settings
from django.db import connection


@pytest.mark.django_db
def test_a_row_can_be_written(stack, django_user_model):
    django_user_model.objects.create_user("ada")

    assert django_user_model.objects.count() == 1
    assert connection.vendor == {"embedded": "sqlite", "full": "postgresql"}[stack]
    assert settings.CELERY_BROKER_URL.partition(":")[0] == {"embedded": "memory", "full": "redis"}[stack]


@pytest.mark.pg
@pytest.mark.redis
@pytest.mark.django_db
def test_the_full_stack_keeps_its_promises():
    from django.core.cache import cache

    cache.set("word", "kept")
    with connection.cursor() as cursor:
        cursor.execute("SHOW fsync")
        assert cursor.fetchone() == ("on",)
    assert cache.get("word") == "kept"


@pytest.mark.browser
def test_a_window_opens(new_page):
    page = new_page(width=390, scheme="dark", language="de")
    page.set_content("<h1>Flagfall</h1>")

    assert page.inner_text("h1") == "Flagfall"
    assert page.evaluate("navigator.language") == "de"
