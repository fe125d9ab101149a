# Names and paths. docs/operation.md explains the paths (FHS 3.0).

product=apparel-catalogue
opt=/opt/$product         # code by version, and Node.js
etc=/etc/$product         # settings and secrets
srv=/srv/$product         # content and releases (dist)
state=/var/lib/$product   # Redis, backups, and hashes of written files
units=/etc/systemd/system

# `catalogue` builds and deploys, and its group can read net prices; `catalogue-sync` writes the sync
# listing.
users=(catalogue catalogue-sync catalogue-redis)

# Packages to install, the same for both Debian releases. Each image has some of them (infra/images/).
base_packages=(ca-certificates curl)
nginx_packages=(nginx libnginx-mod-http-ndk libnginx-mod-http-lua libnginx-mod-http-brotli-static)
redis_packages=(redis-server)
remote_packages=(rclone)
packages=("${base_packages[@]}" "${nginx_packages[@]}" logrotate openssl "${redis_packages[@]}")

# The ports of nginx; images set others, because nginx does not run as root there.
http_port=80
https_port=443

# Debian's own units that use the same ports.
debian_units=(nginx.service redis-server.service)

instances=(1 2)

# Prints each unit with the role of the machines that run it: `main` builds and serves, `edge` pulls
# and serves, `all` means both.
unit_roles() {
  cat <<'TABLE'
catalogue-redis.service      main
pricing-service@1.service    all
pricing-service@2.service    all
catalogue-nginx.service      all
sync-listing.service         all
catalogue-dates.timer        main
pull.service                 edge
catalogue-backup.timer       main
catalogue-watchdog@1.timer   all
catalogue-watchdog@2.timer   all
TABLE
}

# Prints the units of this machine's role, in the order in which they are started.
own_units() {
  local unit where
  while read -r unit where; do
    if [[ $where == all || $where == "$role" ]]; then printf '%s\n' "$unit"; fi
  done < <(unit_roles)
}
