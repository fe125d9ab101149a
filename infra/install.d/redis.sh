# Starts Redis and creates its users.

# At the first start Redis reads the users from the file. Later it only adds the permissions of
# this version, so that permissions added by an operator stay and no client is disconnected.
start_redis() {
  local file=$state/redis/users.acl wanted is_new=''
  render "$code/infra/redis-users.acl"
  wanted=$(hash_of <<<"$rendered")
  if [[ ! -e $file ]]; then
    is_new=yes
    say "new $file"
    run write_as_redis "$file" <<<"$rendered"
  fi
  run systemctl start catalogue-redis.service
  if [[ ! $is_new && $(known_hash redis-users) != "$wanted" ]]; then run add_rights; fi
  remember redis-users "$wanted"
}

# Writes standard input to the file $1 as the owner of its folder: root would follow a link that was
# put there.
write_as_redis() {
  # shellcheck disable=SC2016
  setpriv --reuid catalogue-redis --regid catalogue-redis --clear-groups \
    bash -c 'umask 077 && rm -f "$1.part" && cat >"$1.part" && mv --no-target-directory "$1.part" "$1"' - "$1"
}

add_rights() {
  local answers
  answers=$(printf '%s\n' "${rendered//user /ACL SETUSER }" 'ACL SAVE' | ask_redis | sort --unique)
  [[ $answers == OK ]] || die "Redis refused its users: $answers"
}

# Sends commands to Redis as its administrator. The password is not an argument, because other users
# could read it.
ask_redis() { REDISCLI_AUTH=$admin_password redis-cli --user admin --no-auth-warning; }
