# Prints messages, and runs commands unless it is a dry run.

step() { printf '\n== %s\n' "$*"; }
say() { printf '   %s\n' "$*"; }
warn() { printf '   warning: %s\n' "$*" >&2; }

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Runs a command; in a dry run, prints it instead.
run() {
  if [[ $dry_run ]]; then
    say "would run: $*"
  else
    "$@"
  fi
}

# Runs a command whose output matters only if it fails.
run_quietly() {
  if [[ $dry_run ]]; then
    say "would run: $*"
    return
  fi
  "$@" >"$scratch/output" 2>&1 || {
    cat "$scratch/output" >&2
    die "failed: $*"
  }
}

# True if services, users and packages of this machine are managed: not below --root.
is_live() { [[ -z $root ]]; }
