# Redis and its users.

# At the first start the users are those of the file. Later Redis is asked to add what this version gives them, so
# that rights which an operator added stay, and nobody is logged out.
start_redis() {
  local users=$state/redis/users.acl
  render "$code/infra/redis-users.acl" >"$scratch/users"
  if [[ ! -e $users ]]; then
    install_file "$users" 0600 catalogue-redis:catalogue-redis "$scratch/users" "new"
    run systemctl start catalogue-redis.service
  else
    run systemctl start catalogue-redis.service
    if [[ $dry_run ]]; then return; fi
    if [[ $(hash_of "$scratch/users") != "$(known_hash redis-users)" ]]; then
      sed 's/^user /ACL SETUSER /' "$scratch/users" | ask_redis >"$scratch/output"
      echo 'ACL SAVE' | ask_redis >>"$scratch/output"
      if grep --quiet --invert-match '^OK$' "$scratch/output"; then
        die "Redis refused its users: $(sort --unique "$scratch/output" | head --lines 3)"
      fi
    fi
  fi
  remember redis-users "$(hash_of "$scratch/users")"
}

# Sends commands to Redis as its administrator. The password is no argument: other users could read it.
ask_redis() { REDISCLI_AUTH=$admin_password redis-cli --user admin --no-auth-warning; }
