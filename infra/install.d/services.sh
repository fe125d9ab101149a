# Makes the first release, and activates units: starts them at the first run, and restarts them one by one later.

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

# Gives files that root has copied into the content to `catalogue`, and lets only the owner and the group read net prices:
# those of the content, and of releases that a version before 1.1 made.
protect_net_prices() {
  local path
  if [[ -d $srv/content ]]; then run find "$srv/content" -user root -exec chown --no-dereference catalogue:catalogue {} +; fi
  for path in "$srv/content/prices" "$srv"/dist/releases/*/private; do
    if [[ -d $path ]]; then run change_mode o-rwx "$path"; fi
  done
}

# Stops the installation of an edge that cannot pull yet.
check_edge() {
  local missing=()
  if [[ $role == main ]]; then return; fi
  if [[ -z $pull_remote ]]; then missing+=(--remote); fi
  if [[ ! -s $etc/release.pub ]]; then missing+=(--public-key); fi
  if [[ -z $main_url ]]; then missing+=(--main-url); fi
  if ((${#missing[@]} > 0)); then
    end_change
    die "this edge is not complete: run infra/install again with ${missing[*]}"
  fi
}

# Makes the keys that sign pushed releases, once.
make_release_keys() {
  if [[ $role == edge || -z $push_remote || $dry_run || -e $state/keys/release.key ]]; then return; fi
  catalogue release keygen
  say "copy $state/keys/release.pub to each edge, for --public-key"
}

# Makes a first release: at the first run, and in place of one of a version before 1.1, which has no stored content and
# no files with net prices.
make_first_release() {
  if [[ $dry_run ]]; then return; fi
  if [[ $role == main ]]; then
    if ! compgen -G "$srv/dist/releases/*/private/content.tar.gz" >/dev/null; then
      catalogue deploy --accept unreadable-release
    fi
  elif [[ ! -e $srv/dist/current ]]; then
    run systemctl start catalogue-pull.service
    wait_until 120 test -e "$srv/dist/current" || die "nothing was pulled within two minutes: catalogue logs pull"
  fi
}

# Makes the current release again if this version or another public address does so, from the content of the last
# deploy by hand; a pinned release stays.
renew_release() {
  if [[ $role == edge || $dry_run ]]; then return; fi
  catalogue deploy --due || die "the release of before stays, because it cannot be made again; correct it, and run: catalogue deploy"
}

# Runs the operators' command of the version that is installed.
catalogue() { run env --chdir "$folder" infra/catalogue "$@"; }

# Activates this version: nginx checks its configuration, each instance restarts when the other one
# answers, then nginx reloads.
activate_version() {
  # nginx creates the access log, which other users must not read.
  (umask 027 && run_quietly nginx -t -q -p "$folder/edge" -c "$folder/edge/infra/nginx.conf")
  swap_version "$version"
  restart_instances
  run systemctl reload-or-restart catalogue-nginx.service
  restart_others
}

# Restarts the pricing services one after the other, so that one answers.
restart_instances() {
  local instance
  if [[ ! $(has_prices) ]]; then return; fi
  for instance in $(restart_order); do
    # Units of a version before 1.1: one has the port, the other one never ends.
    if [[ -e $units/pricing-service@.service ]]; then
      retire "pricing-service@$instance.service"
      run systemctl stop catalogue-dates.service
    fi
    run systemctl restart "catalogue-pricing@$instance.service"
    wait_until_ready "$instance" ||
      die "catalogue-pricing@$instance did not become ready: catalogue logs pricing"
  done
}

# Prints the instances, first those that are not ready: while they restart, the others answer.
restart_order() {
  local instance ready=''
  for instance in 1 2; do
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
      catalogue-sync.service | catalogue-pull.service | *.timer) run systemctl restart "$unit" ;;
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
