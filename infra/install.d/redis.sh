# Redis and its users.

# At the first start the users are those of the file. Later Redis is asked to add what this version gives them, so
# that rights which an operator added stay, and nobody is logged out.
start_redis() {
  local file=$state/redis/users.acl wanted is_new=''
  render "$code/infra/redis-users.acl"
  wanted=$(hash_of <<<"$rendered")
  if [[ ! -e $file ]]; then
    is_new=yes
    write_file "$file" 0600 catalogue-redis:catalogue-redis "$rendered" new
  fi
  run systemctl start catalogue-redis.service
  if [[ ! $is_new && $(known_hash redis-users) != "$wanted" ]]; then run add_rights; fi
  remember redis-users "$wanted"
}

add_rights() {
  local answers
  answers=$(printf '%s\n' "${rendered//user /ACL SETUSER }" 'ACL SAVE' | ask_redis | sort --unique)
  [[ $answers == OK ]] || die "Redis refused its users: $answers"
}

# Sends commands to Redis as its administrator. The password is no argument: other users could read it.
ask_redis() { REDISCLI_AUTH=$admin_password redis-cli --user admin --no-auth-warning; }
