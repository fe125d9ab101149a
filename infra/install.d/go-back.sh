# Undoes an installation that fails after it has changed files.

# The versions to which a failure returns: the running one and the one before it. Empty if no such version is installed.
running='' earlier=''

# Remembers the state to which a failure returns, with the options and the self-signed certificate.
begin_change() {
  local name
  if ! is_live || [[ $dry_run ]]; then return; fi
  running=$(linked_version current)
  earlier=$(linked_version previous)
  for name in catalogue.env tls; do
    if [[ -e $etc/$name ]]; then cp --archive "$etc/$name" "$scratch"; fi
  done
}

# Ends the change: a failure from now on restores nothing, because the new version runs.
end_change() { running=''; }

# Ends the script at any exit, also after a signal: undoes an unfinished change, and removes scratch files.
finish() {
  local status=$?
  # A failure below must not skip the rest.
  set +e
  if [[ -n $running ]] && has_change; then
    (set -e && go_back)
    status=1
  fi
  rm -rf "$scratch"
  exit "$status"
}

# True if another version or other options were to be installed. This is false in the installer that
# go_back runs, so that it does not go back again.
has_change() {
  [[ $running != "${version:-}" ]] || ! cmp --silent "$scratch/catalogue.env" "$etc/catalogue.env"
}

# Restores links, options and certificate, and runs the installer of the version that ran: it restores units and
# settings, and restarts everything.
go_back() {
  local name
  step "Back to $running"
  point_link current "versions/$running"
  if [[ -n $earlier ]]; then point_link previous "versions/$earlier"; fi
  for name in catalogue.env tls; do
    if [[ -e $scratch/$name ]]; then cp --archive "$scratch/$name" "$etc"; fi
  done
  retire_new_units "$running"
  run_quietly "$opt/versions/$running/infra/install"
  die "the installation failed; $running is back, with its settings"
}

# Stops and removes the units that the version $1 does not have.
retire_new_units() {
  local path
  for path in "$units"/catalogue-*.{service,timer}; do
    if [[ ! -e $path || -e $opt/versions/$1/infra/systemd/${path##*/} ]]; then continue; fi
    retire "${path##*/}"
    run rm "$path"
  done
}
