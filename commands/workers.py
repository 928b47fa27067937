"""Several processes for one address: their own ports, and nginx in front that keeps a person with one."""

from pathlib import Path

from config.settings import Settings
from errors import InputError

LOOPBACK = "127.0.0.1"
HIGHEST_PORT = 65_535
LONGEST_ANSWER = "1h"  # a socket is open as long as its page

NGINX = """# Written by Wenshu at each start with WORKERS={count}, for the http block of nginx to include.
map $http_upgrade $wenshu_connection {{
    default upgrade;
    ''      close;
}}
# A page's requests and its socket must reach one process: whoever comes without the cookie gets one.
map $cookie_wenshu_worker $wenshu_worker {{
    default $cookie_wenshu_worker;
    ''      $request_id;
}}
upstream wenshu {{
    hash $wenshu_worker consistent;
{servers}
}}
server {{
    listen {listen};
    client_max_body_size {megabytes}m;
    location / {{
        proxy_pass http://wenshu;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $wenshu_connection;
        proxy_buffering off;
        proxy_read_timeout {longest};
        proxy_next_upstream error timeout;
        add_header Set-Cookie "wenshu_worker=$wenshu_worker; Path=/; HttpOnly; SameSite=Lax" always;
    }}
}}
"""


def workers_of(settings: Settings) -> list[Settings]:
    """Return the settings of each process: one serves PORT itself, several the ports behind it for nginx."""
    if settings.workers == 1:
        return [settings]
    if settings.port + settings.workers > HIGHEST_PORT:
        raise InputError("workers_ports", port=settings.port, workers=settings.workers)
    ports = range(settings.port + 1, settings.port + 1 + settings.workers)
    return [settings.model_copy(update={"host": LOOPBACK, "port": port}) for port in ports]


def write_nginx(settings: Settings) -> Path:
    """Write nginx's configuration and return where it is."""
    path = settings.data_dir.absolute() / "nginx.conf"
    path.write_text(nginx_configuration(settings), "utf-8")
    return path


def nginx_configuration(settings: Settings) -> str:
    """Return what nginx needs to know."""
    servers = [
        f"    server {LOOPBACK}:{worker.port} max_fails=1 fail_timeout=2s;" for worker in workers_of(settings)
    ]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return NGINX.format(
        count=settings.workers,
        servers="\n".join(servers),
        listen=f"{host}:{settings.port}".replace("localhost", LOOPBACK),
        megabytes=max(settings.max_upload_mb, settings.max_file_mb) + 1,
        longest=LONGEST_ANSWER,
    )
