"""Several processes behind nginx."""

import shutil
import subprocess
from pathlib import Path

import pytest

from commands.workers import nginx_configuration, workers_of
from errors import InputError
from tests.conftest import SettingsFor


def test_one_process_serves_the_port_itself_and_several_the_ports_behind_it(
    settings_for: SettingsFor,
) -> None:
    alone = settings_for(port=8000, host="0.0.0.0")
    assert workers_of(alone) == [alone]
    three = workers_of(settings_for(port=8000, host="0.0.0.0", workers=3))
    assert [(one.host, one.port) for one in three] == [("127.0.0.1", port) for port in (8001, 8002, 8003)]


def test_ports_that_do_not_exist_are_refused(settings_for: SettingsFor) -> None:
    with pytest.raises(InputError) as refused:
        workers_of(settings_for(port=65_533, workers=4))
    assert refused.value.code == "workers_ports"


@pytest.mark.parametrize(("host", "listen"), [("0.0.0.0", "0.0.0.0:8000"), ("::", "[::]:8000")])
def test_nginx_listens_where_people_come_and_knows_every_worker(
    settings_for: SettingsFor, tmp_path: Path, host: str, listen: str
) -> None:
    written = nginx_configuration(
        settings_for(port=8000, host=host, workers=2, max_upload_mb=7, max_file_mb=9)
    )
    assert f"listen {listen};" in written and "client_max_body_size 10m;" in written, "files asked as data"
    assert written.count("    server 127.0.0.1:800") == 2 and "hash $wenshu_worker consistent;" in written
    if (nginx := shutil.which("nginx")) is None:
        return
    (tmp_path / "wenshu.conf").write_text(written)
    whole = f"pid {tmp_path}/pid; events {{}} http {{ access_log off; include {tmp_path}/wenshu.conf; }}"
    (tmp_path / "nginx.conf").write_text(whole)
    words = [nginx, "-t", "-e", str(tmp_path / "log"), "-c", str(tmp_path / "nginx.conf")]
    tried = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "syntax is ok" in tried.stderr, tried.stderr
