<?php
// Runs PHP files for tests, one for each line of standard input; see `run-samples.ts`.
while (($line = fgets(STDIN)) !== false) {
    [$folder, $file, $key, $argument] = [...explode("\t", rtrim($line, "\n")), ''];
    chdir($folder);
    putenv("CATALOGUE_KEY=$key");
    exec("php $file $argument >../stdout 2>../stderr </dev/null", result_code: $code);
    echo "$code\n";
}
