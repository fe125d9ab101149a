# Starts Redis and creates its users.

# At the first start Redis reads the users from the file. Later it adds the rights of this version, which the running
# version must not lose yet.
start_redis() {
  local file=$state/redis/users.acl
  render "$code/infra/redis-users.acl"
  if [[ ! -e $file ]]; then
    say "new $file"
    run write_as_redis "$file" <<<"$rendered"
    remember redis-users "$(hash_of <<<"$rendered")"
  fi
  run systemctl start catalogue-redis.service
  set_rights ''
}

# Takes the rights of earlier versions away, once the services of this one run.
finish_redis() {
  render "$code/infra/redis-users.acl"
  set_rights reset
  remember redis-users "$(hash_of <<<"$rendered")"
}

# Sets the users in `rendered` if they have changed since finish_redis; `reset` also removes other rights and passwords.
# No client is disconnected.
set_rights() {
  local answers
  if [[ $dry_run || $(known_hash redis-users) == "$(hash_of <<<"$rendered")" ]]; then return; fi
  answers=$({
    sed --regexp-extended "s/^user (\S+)/ACL SETUSER \1 $1/" <<<"$rendered"
    echo 'ACL SAVE'
  } | ask_redis | sort --unique)
  [[ $answers == OK ]] || die "Redis refused its users: $answers"
}

# Writes standard input to the file $1 as the owner of its folder: root would follow a link that was
# put there.
write_as_redis() {
  # shellcheck disable=SC2016
  setpriv --reuid catalogue-redis --regid catalogue-redis --clear-groups \
    bash -c 'umask 077 && rm -f "$1.part" && cat >"$1.part" && mv --no-target-directory "$1.part" "$1"' - "$1"
}

# Sends commands to Redis as its administrator. The password is not an argument, because other users
# could read it.
ask_redis() { REDISCLI_AUTH=$admin_password redis-cli --user admin --no-auth-warning; }
