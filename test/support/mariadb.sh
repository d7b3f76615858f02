#!/usr/bin/env bash
# Runs a command while a private, empty MariaDB listens on loopback. TEST_MYSQL_URL is its URL. TEST_MYSQL_CA is the file of
# the authority that signed its certificate:
#   test/support/mariadb.sh npm test -- --selectProjects mysql -- src/modules
set -euo pipefail

# Use memory if it has room for the databases of all suites, because MariaDB syncs each new table to the disk, and a
# database has more than a hundred tables.
folder=${TMPDIR:-/tmp}
if [ "$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 6000000 ] 2>/dev/null; then folder=/dev/shm; fi
home=$(mktemp -d "$folder/agency-mariadb.XXXXXX")
server=
stop() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$home"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

account=$(id -un)
if [ "$account" = root ]; then account=mysql; fi
chown "$account" "$home"
chmod 755 "$home"
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')

# The server supports TLS, with a certificate for localhost from a new authority.
certificate() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -x509 -days 2 "$@" 2>>"$home/openssl.log"; }
certificate -subj '/CN=the CA of the run' -keyout "$home/ca.key" -out "$home/ca.pem"
certificate -subj '/CN=localhost' -addext 'subjectAltName=DNS:localhost' -addext 'basicConstraints=critical,CA:FALSE' \
  -CA "$home/ca.pem" -CAkey "$home/ca.key" -keyout "$home/server.key" -out "$home/server.pem"
certificate -subj '/CN=another CA' -keyout "$home/other.key" -out "$home/other.pem"
chown "$account" "$home/server.key"

mariadb-install-db --no-defaults --user="$account" --datadir="$home/data" --skip-test-db \
  --auth-root-authentication-method=normal >"$home/install.log" 2>&1 || { cat "$home/install.log" >&2; exit 1; }
# Flush nothing to the disk, because the data is removed with the run. Use a separate folder for temporary tables, because
# a server removes all temporary tables in its folder when it starts.
install -d -o "$account" "$home/tmp"
mariadbd --no-defaults --tmpdir="$home/tmp" --user="$account" --datadir="$home/data" \
  --bind-address=127.0.0.1 --port="$port" \
  --socket="$home/server.sock" --pid-file="$home/server.pid" --log-error="$home/server.log" \
  --character-set-server=utf8mb4 --max-connections=300 --max-allowed-packet=64M \
  --ssl-ca="$home/ca.pem" --ssl-cert="$home/server.pem" --ssl-key="$home/server.key" \
  --innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=0 2>/dev/null &
server=$!
for attempt in $(seq 300); do
  if mariadb-admin --no-defaults --socket="$home/server.sock" --user=root ping >/dev/null 2>&1; then break; fi
  if [ "$attempt" = 300 ] || ! kill -0 "$server" 2>/dev/null; then cat "$home/server.log" >&2; exit 1; fi
  sleep 0.1
done

# The folder of ca.pem has other.pem too, an authority that signed nothing.
export TEST_MYSQL_CA="$home/ca.pem"
export TEST_MYSQL_URL="mysql://root@127.0.0.1:$port/"
"$@"
