# Checks the requirements before anything is changed.

check_machine() {
  local id version
  if ! is_live; then return; fi
  if [[ ! $dry_run ]]; then ((EUID == 0)) || die "run it as root; only --dry-run and --root work without root"; fi
  id=$(. /etc/os-release && echo "$ID") version=$(. /etc/os-release && echo "${VERSION_ID:-}")
  [[ $id == debian && ($version == 12 || $version == 13) ]] ||
    die "this is $id $version; only Debian 12 and 13 are supported; containers run elsewhere (docs/operation.md)"
  [[ -d /run/systemd/system ]] || die "systemd does not run here; containers do not need it (docs/operation.md)"
}

# At the first run, stops the installation if a port is in use, or one of Debian's own servers runs.
check_ports() {
  local unit port
  if ! is_live || systemctl --quiet is-active catalogue-redis.service catalogue-nginx.service; then
    return
  fi
  for unit in nginx.service redis-server.service; do
    if systemctl --quiet is-active "$unit"; then
      die "$unit is running: if no program on this machine needs it, stop it (systemctl disable --now $unit) and run infra/install again"
    fi
  done
  for port in $(used_ports); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      die "port $port, which the catalogue needs, is in use (ss -ltnp 'sport = :$port')"
    fi
  done
}

# Prints the ports of the services that this machine runs with these options.
used_ports() {
  own_rows <<'TABLE'
all    80
all    9113
main   6379
prices 8081 8082 9121 9122
TABLE
  if [[ $tls != off ]]; then echo 443; fi
}
