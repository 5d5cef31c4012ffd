"""Static files are served by the site itself, small ones whole, and never anything else."""

import urllib.error
import urllib.request

import pytest

from tests.conftest import Site


def test_a_file_is_answered_whole_with_type_and_may_be_kept(site: Site) -> None:
    with urllib.request.urlopen(f"{site.url}/static/casino/tokens.css", timeout=10) as answer:  # noqa: S310
        assert answer.headers["Content-Type"] == 'text/css; charset="utf-8"'
        assert "max-age" in answer.headers["Cache-Control"]
        body = answer.read()
        assert len(body) == int(answer.headers["Content-Length"])
        modified = answer.headers["Last-Modified"]
    again = urllib.request.Request(f"{site.url}/static/casino/tokens.css", headers={"If-Modified-Since": modified})  # noqa: S310
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        urllib.request.urlopen(again, timeout=10)  # noqa: S310
    assert unchanged.value.code == 304
    unchanged.value.close()


@pytest.mark.parametrize(
    "path", ["/static/../manage.py", "/static/casino/%2e%2e/%2e%2e/settings.py", "/static/nothing.css"]
)
def test_nothing_else_is_served(site: Site, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{site.url}{path}", timeout=10)  # noqa: S310
    assert refused.value.code == 404
    refused.value.close()
