#!/usr/bin/env bash
# Runs a highly available installation on one machine: three PostgreSQL nodes with Patroni and etcd, HAProxy, PgBouncer and two
# wallet servers, each on a loopback address. For trials and tests, and as an example of the settings; see README.md.
set -euo pipefail

usage() {
  echo "usage: cluster.sh start [PART...] | stop [PART...] | kill PART | switchover | status | destroy
parts: etcd1 etcd2 etcd3 node1 node2 node3 haproxy pgbouncer wallet1 wallet2
settings: CLUSTER_DIR (/tmp/wallet-cluster), SYNCHRONOUS (true), WALLET (the program of the wallet)" >&2
  exit 2
}

here=$(cd "$(dirname "$0")" && pwd)
dir=${CLUSTER_DIR:-/tmp/wallet-cluster}
wallet=${WALLET:-$here/../../bin/wallet.js}
parts="etcd1 etcd2 etcd3 node1 node2 node3 haproxy pgbouncer wallet1 wallet2"
pg_bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)

# PostgreSQL and PgBouncer refuse to run as root.
as_user() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}

prepare() {
  [ -e "$dir/secret" ] && return
  mkdir -p "$dir"
  chmod 700 "$dir"
  mkdir -p "$dir/files"
  openssl rand -hex 16 >"$dir/password"
  openssl rand -base64 32 >"$dir/secret_key"
  openssl rand -base64 18 >"$dir/admin_password"
  openssl genpkey -algorithm ed25519 -out "$dir/audit_key" 2>/dev/null
  local password synchronous=${SYNCHRONOUS:-true}
  password=$(cat "$dir/password")
  printf '"wallet" "%s"\n' "$password" >"$dir/users.txt"
  fill() { sed -e "s|@DIR@|$dir|g" -e "s|@PASSWORD@|$password|g" -e "s|@PG_BIN@|$pg_bin|g" -e "s|@SYNCHRONOUS@|$synchronous|g" "${@:2}" "$here/$1"; }
  for n in 1 2 3; do fill patroni.yml -e "s|@N@|$n|g" >"$dir/node$n.yml"; done
  fill post-init.sh >"$dir/post-init.sh"
  chmod 700 "$dir/post-init.sh"
  fill pgbouncer.ini >"$dir/pgbouncer.ini"
  fill haproxy.cfg >"$dir/haproxy.cfg"
  touch "$dir/secret"
  if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$dir"; fi
}

command_of() {
  local n=${1: -1} database=wallet password
  password=$(cat "$dir/password")
  case $1 in
    etcd*)
      set -- etcd --name "etcd$n" --data-dir "$dir/etcd$n" --log-level error \
        --listen-client-urls "http://127.0.0.1$n:2379" --advertise-client-urls "http://127.0.0.1$n:2379" \
        --listen-peer-urls "http://127.0.0.1$n:2380" --initial-advertise-peer-urls "http://127.0.0.1$n:2380" \
        --initial-cluster "etcd1=http://127.0.0.11:2380,etcd2=http://127.0.0.12:2380,etcd3=http://127.0.0.13:2380" \
        --initial-cluster-state new ;;
    node*) set -- patroni "$dir/node$n.yml" ;;
    haproxy) set -- haproxy -db -f "$dir/haproxy.cfg" ;;
    pgbouncer) set -- /usr/sbin/pgbouncer "$dir/pgbouncer.ini" ;;
    wallet*)
      set -- env ENV_FILE=/dev/null HOST="127.0.0.2$n" PORT=3000 DATA_DIR="$dir/wallet$n" \
        DATABASE_URL="postgresql://wallet:$password@127.0.0.10:6432/$database" \
        DATABASE_DIRECT_URL="postgresql://wallet:$password@127.0.0.10:5000/$database" \
        FILES_URL="$dir/files" PUBLIC_URL=http://127.0.0.10:3000 TRUST_PROXY=127.0.0.10 TRANSLATION_PROVIDER=off \
        SECRET_KEY_FILE="$dir/secret_key" AUDIT_KEY_FILE="$dir/audit_key" ADMIN_PASSWORD_FILE="$dir/admin_password" \
        SEED_DEMO=false LOG_LEVEL=warn node "$wallet" start ;;
    *) usage ;;
  esac
  as_user setsid --fork "$@" >>"$dir/log-$part" 2>&1 </dev/null
}

# The main processes of a part; with `all` also the PostgreSQL of a node, which lives on when Patroni is killed.
pids_of() {
  local n=${1: -1}
  case $1 in
    etcd*) pgrep -f -- "--name etcd$n --data-dir $dir/" ;;
    node*)
      pgrep -f -- "patroni $dir/node$n.yml"
      [ "${2:-}" = all ] && pgrep -f -- "postgres -D $dir/data$n( |\$)" ;;
    haproxy) pgrep -f -- "haproxy -db -f $dir/haproxy.cfg" ;;
    pgbouncer) pgrep -f -- "pgbouncer $dir/pgbouncer.ini" ;;
    wallet*)
      for pid in $(pgrep -f -- "$wallet start"); do
        { tr '\0' '\n' <"/proc/$pid/environ"; } 2>/dev/null | grep -qx "DATA_DIR=$dir/$1" && echo "$pid"
      done ;;
    *) usage ;;
  esac || true
}

start() {
  prepare
  for part in "$@"; do
    [ -n "$(pids_of "$part")" ] && continue
    [ "$part" = pgbouncer ] && wait_for "a primary" curl -sf http://127.0.0.10:7000/primary
    command_of "$part"
  done
}

wait_for() {
  local what=$1
  shift
  for _ in $(seq 600); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.2
  done
  echo "There is still no $what: see the logs in $dir" >&2
  exit 1
}

stop() {
  local signal=$1
  shift
  for part in "$@"; do
    # Patroni stops its PostgreSQL when it is asked to end.
    local scope=
    [ "$signal" = KILL ] && scope=all
    for pid in $(pids_of "$part" $scope); do kill "-$signal" "$pid" 2>/dev/null || true; done
  done
  for part in "$@"; do
    for _ in $(seq 150); do
      [ -z "$(pids_of "$part" all)" ] && break
      sleep 0.2
    done
  done
}

case ${1:-} in
  start)
    shift
    start ${*:-$parts}
    [ $# -gt 0 ] || wait_for "server" curl -sf http://127.0.0.10:3000/readyz
    [ $# -gt 0 ] || echo "http://127.0.0.10:3000 is ready; the password of admin is in $dir/admin_password" ;;
  stop)
    shift
    # shellcheck disable=SC2086
    stop TERM ${*:-$(tr ' ' '\n' <<<"$parts" | tac)} ;;
  kill)
    [ $# = 2 ] || usage
    stop KILL "$2" ;;
  switchover) patronictl -c "$dir/node1.yml" switchover wallet --force ;;
  status) patronictl -c "$dir/node1.yml" list ;;
  destroy)
    # shellcheck disable=SC2046
    stop KILL $(tr ' ' '\n' <<<"$parts" | tac)
    rm -rf "$dir" ;;
  *) usage ;;
esac
