"""Runs Python files for tests, one for each line of standard input."""
import os
import runpy
import sys

for line in sys.stdin:
    folder, file, key, *arguments = line.rstrip("\n").split("|")
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        os.environ["CATALOGUE_KEY"] = key
        sys.argv = [file, *arguments]
        for stream, name in ((1, "../stdout"), (2, "../stderr")):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        runpy.run_path(file, run_name="__main__")
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
