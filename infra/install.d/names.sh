# Names, paths, and what each role of a machine has. docs/operation.md explains the paths (FHS 3.0).

product=apparel-catalogue
opt=/opt/$product         # code by version, and Node.js
etc=/etc/$product         # settings and secrets
srv=/srv/$product         # content and releases (dist)
state=/var/lib/$product   # Redis, backups, metrics, and hashes of written files
units=/etc/systemd/system
secrets=$etc/secrets

# The ports of nginx; images set others, because nginx does not run as root there.
http_port=80
https_port=443

# Prints the rows of the table on standard input that are for this machine, without their first column: `main` builds
# and serves, `edge` pulls and serves, `prices` is a machine with a pricing service, `all` is every machine.
own_rows() {
  local where row
  while read -r where row; do
    if [[ $where == all || $where == "$role" || ($where == prices && $(has_prices) == yes) ]]; then
      printf '%s\n' "$row"
    fi
  done
}

# Prints `yes` if this machine has a pricing service: an edge only if it knows the Redis with the keys.
has_prices() {
  if [[ $role == main || -s $root$secrets/redis-url-service ]]; then echo yes; fi
}

# Debian's packages, which both releases have.
own_packages() {
  printf '%s\n' ca-certificates curl nginx libnginx-mod-http-{ndk,lua,brotli-static} logrotate openssl rclone
  if [[ $role == main ]]; then echo redis-server; fi
}

# `catalogue` builds and deploys, and its group can read net prices; `catalogue-sync` writes the sync listing.
own_users() {
  own_rows <<'TABLE'
all  catalogue
main catalogue-sync
main catalogue-redis
TABLE
}

# Prints the units of this machine in the order in which they are started.
own_units() {
  own_rows <<'TABLE'
main   catalogue-redis.service
prices catalogue-pricing@1.service
prices catalogue-pricing@2.service
all    catalogue-nginx.service
main   catalogue-sync.service
edge   catalogue-pull.service
main   catalogue-dates.timer
main   catalogue-backup.timer
all    catalogue-prune.timer
prices catalogue-watchdog.timer
TABLE
}
