# Runs shell scripts, or PHP files, for tests, one for each line of standard input.
while IFS='|' read -r folder file key argument; do
  cd "$folder" || exit
  (
    export CATALOGUE_KEY="$key"
    case $file in *.php) php "$file" $argument ;; *) . "./$file" ;; esac
  ) >../stdout 2>../stderr </dev/null
  echo $?
done
