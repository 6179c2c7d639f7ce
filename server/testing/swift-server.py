"""Runs OpenStack Swift with its S3 API in one process: swift-server.py ACCOUNT OWNER GUEST SECRET

Prints its port of 127.0.0.1, and ends when its input ends. The keys are `ACCOUNT:OWNER` and, without any right,
`ACCOUNT:GUEST`. Objects are in a temporary folder.
"""

import os
import sys
from tempfile import TemporaryDirectory

from swift.common import utils


def open_folder():
    """Swift needs extended attributes, which Linux before 6.6 does not have in memory."""
    folder = TemporaryDirectory(prefix="wallet-swift-")
    try:
        os.setxattr(folder.name, "user.test", b"")
        return folder
    except OSError:
        folder.cleanup()
        return TemporaryDirectory(prefix="wallet-swift-", dir="/var/tmp")


account, owner, guest, secret = sys.argv[1:]
temporary = open_folder()
folder = temporary.name
# Swift reads its constants from this file while it is imported.
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
with open(utils.SWIFT_CONF_FILE, "w") as file:
    file.write("[swift-hash]\nswift_hash_path_suffix = test\n")

import eventlet
from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

utils.eventlet_monkey_patch()
utils.validate_hash_conf()
utils.disable_fallocate()
# Nothing of a test outlives the machine.
os.fsync = os.fdatasync = lambda descriptor: None

DEFAULT = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
log_level = ERROR
"""
# There is no memcached. Pages of lists are short, so that tests read more than one.
PROXY = f"""
[pipeline:main]
pipeline = cache s3api tempauth bulk slo date-back proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_bucket_listing = 5
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{owner} = {secret} .admin
user_{account}_{guest} = {secret}
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:date-back]
paste.filter_factory = __main__:open_date_back
"""


def date_back(app):
    """Dates an object with the metadata `written-at` (seconds) back, to look like one that a crash left earlier."""

    def call(env, start_response):
        written_at = env.get("HTTP_X_OBJECT_META_WRITTEN_AT")
        if written_at:
            env["HTTP_X_TIMESTAMP"] = utils.Timestamp(written_at).internal
        return app(env, start_response)

    return call


def open_date_back(*_args, **_settings):
    return date_back


def serve(name, settings, listener):
    file_name = os.path.join(folder, f"{name}.conf")
    with open(file_name, "w") as file:
        file.write(DEFAULT + settings)
    app = loadapp(file_name)
    options = {"protocol": SwiftHttpProtocol, "capitalize_response_headers": False}
    eventlet.spawn(wsgi.server, listener, app, utils.NullLogger(), **options)


def write_ring(name, port):
    ring = RingBuilder(1, 1, 0)
    device = {"ip": "127.0.0.1", "port": port, "device": "disk"}
    ring.add_dev({"region": 1, "zone": 1, "weight": 1, **device})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))


def listen():
    listener = eventlet.listen(("127.0.0.1", 0))
    return listener, listener.getsockname()[1]


os.mkdir(os.path.join(folder, "disk"))
for name in ("account", "container", "object"):
    listener, port = listen()
    write_ring(name, port)
    serve(name, f"[app:main]\nuse = egg:swift#{name}\n", listener)
listener, port = listen()
serve("proxy", PROXY, listener)
print(port, flush=True)
eventlet.tpool.execute(sys.stdin.read)
temporary.cleanup()
