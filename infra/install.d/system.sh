# Installs Debian's packages and creates users.

install_packages() {
  local -a missing
  mapfile -t missing < <(own_packages | missing_packages)
  if ((${#missing[@]} > 0)); then
    say "${missing[*]}"
    run_quietly env DEBIAN_FRONTEND=noninteractive apt-get -q update
    run_quietly env DEBIAN_FRONTEND=noninteractive apt-get -q install --yes --no-install-recommends "${missing[@]}"
  fi
  if [[ ! -e $opt/current ]]; then disable_debian_units; fi
}

missing_packages() {
  local name
  while read -r name; do
    if [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$name" 2>/dev/null) != installed ]]; then
      printf '%s\n' "$name"
    fi
  done
}

# Debian starts and enables installed servers: its nginx serves its own site on port 80. Stops them
# only before the first version runs, because they may be used later on other ports.
disable_debian_units() {
  local unit
  for unit in nginx.service redis-server.service; do
    if systemctl --quiet is-enabled "$unit" 2>/dev/null || systemctl --quiet is-active "$unit"; then
      run_quietly systemctl disable --now "$unit"
      say "off: Debian's $unit"
    fi
  done
}

make_users() {
  local name
  while read -r name; do
    if ! getent passwd "$name" >/dev/null; then
      run useradd --system --user-group --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin "$name"
      say "user $name"
    fi
  done < <(own_users)
}
