# Runs shell scripts for tests, one for each line of standard input; see `run-samples.ts`.
tab=$(printf '\t')
while IFS=$tab read -r folder file key; do
  cd "$folder" || exit
  (export CATALOGUE_KEY="$key" && . "./$file") >../stdout 2>../stderr </dev/null
  echo $?
done
