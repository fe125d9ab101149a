# Activates releases and units: starts units at the first run, and restarts them one by one later.

# Runs a program of a version as the owner of the releases, with the operators' settings.
run_as_operator() {
  local program=$1
  shift
  run env --chdir "$folder" infra/catalogue --program "$program" "$@"
}

# Copies the content of the first deploy. It gets its name only when the copy is complete.
seed_content() {
  if [[ $role == edge || -e $root$srv/content ]]; then return; fi
  local source=${content:-$code/content} part=$srv/content.part
  say "content from $source: $srv/content"
  if [[ $dry_run ]]; then return; fi
  rm -rf "$root$part"
  cp -r "$source" "$root$part"
  if is_live; then chown -R catalogue:catalogue "$part"; fi
  mv --no-target-directory "$root$part" "$root$srv/content"
}

# True if an edge has a remote to pull from, and a source of its sync listing.
has_edge_settings() {
  if is_as_written "$etc/pull.env"; then return 1; fi
  [[ -e $srv/content/active-products.csv ]] || grep --quiet '^SPECIFICATION_URL=.' "$etc/sync-listing.env"
}

# Lets only the owner and the group read net prices: those of the content, and of releases that a
# version before 1.1 made.
protect_net_prices() {
  local path
  for path in "$srv/content/prices" "$srv"/dist/releases/*/private; do
    if [[ -d $path ]]; then run change_mode o-rwx "$path"; fi
  done
}

# At the first run, makes a first release; later, loads the data that the new version needs to serve
# the current one.
deploy_release() {
  local release
  if [[ $role == edge ]]; then
    pull_release
  elif release=$(readlink "$srv/dist/current"); then
    run_as_operator releases/main activate "${release##*/}" --out "$srv/dist"
  else
    run_as_operator releases/deploy/main --content "$srv/content" --out "$srv/dist" --base-url "$base_url"
  fi
}

pull_release() {
  if [[ -e $srv/dist/current ]]; then return; fi
  run systemctl start pull.service
  wait_until 120 test -e "$srv/dist/current" || die "nothing was pulled within two minutes: journalctl -u pull"
}

# Activates this version: nginx checks its configuration, each instance restarts when the other one
# answers, then nginx reloads.
activate_version() {
  local instance
  # nginx creates the access log, which other users must not read.
  (umask 027 && run_quietly nginx -t -q -p "$folder/edge" -c "$folder/edge/infra/nginx.conf")
  swap_version "$version"
  for instance in $(restart_order); do
    run systemctl restart "pricing-service@$instance.service"
    wait_until_ready "$instance" ||
      die "pricing-service@$instance of $version did not become ready: journalctl -u pricing-service@$instance"
  done
  run systemctl reload-or-restart catalogue-nginx.service
  restart_others
}

# Prints the instances, first those that are not ready: while they restart, the others answer.
restart_order() {
  local instance ready=''
  for instance in "${instances[@]}"; do
    if is_ready "$instance"; then ready+=" $instance"; else printf '%s ' "$instance"; fi
  done
  printf '%s' "$ready"
}

# Restarts units that answer no requests; starts all units and enables them at boot.
restart_others() {
  local unit
  while read -r unit; do
    run_quietly systemctl enable "$unit"
    case $unit in
      sync-listing.service | catalogue-dates.service | pull.service | *.timer) run systemctl restart "$unit" ;;
    esac
  done < <(own_units)
  # Applies the drop-in that place_files wrote.
  run systemctl restart logrotate.timer
}

# Waits until the pricing service $1 is ready, or lacks only the first account, which an operator
# adds.
wait_until_ready() {
  if [[ $dry_run ]]; then return; fi
  wait_until 60 is_ready "$1"
}

is_ready() {
  local answer
  answer=$(curl --silent --max-time 2 "http://127.0.0.1:912$1/ready" 2>/dev/null) || return 1
  [[ $answer == ready || $answer == 'Redis holds no accounts'* ]]
}

# Retries a command for a number of seconds.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    if ((SECONDS >= end)); then return 1; fi
    sleep 0.1
  done
}
