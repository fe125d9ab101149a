/** Functions of `infra/install` and `infra/catalogue` that need neither root nor an installed machine. */
import { resolve } from 'node:path';
import test from 'ava';
import { makeFolder } from '../../helpers/content.ts';
import { runProgram } from '../../helpers/run-process.ts';
import type { Teardown } from '../../helpers/teardown.ts';

/**
 * Runs `lines` of bash that may call the functions of `infra/install`. All paths of an installation are in a new
 * folder. Returns exit code and output.
 */
async function runLines(t: Teardown, lines: string) {
  const folder = await makeFolder(t);
  const script = `set -euo pipefail
    shopt -s inherit_errexit
    code=${resolve('.')}
    for part in "$code"/infra/install.d/*.sh; do source "$part"; done
    for name in opt etc srv state units; do declare "$name=$PWD/$name" && mkdir "$name"; done
    secrets=$etc/secrets env_file=$etc/catalogue.env
    scratch=$PWD/scratch && mkdir "$scratch"
    set_defaults
    ${lines}`;
  return runProgram('bash', ['-c', script, 'install'], { cwd: folder });
}

test.serial('instances that are down are restarted before those that answer', async (t) => {
  const lines = `role=main
    systemctl() { echo "$*"; }
    is_ready() { [[ $1 == 1 ]]; }
    wait_until_ready() { :; }
    restart_instances`;
  const { stdout, stderr } = await runLines(t, lines);
  t.deepEqual(stdout.match(/(?<=restart catalogue-pricing@)\d/g), ['2', '1'], stderr);
});

test.serial(
  'options of an earlier run, and settings of programs, are read to the end of the line',
  async (t) => {
    const { stdout, stderr } = await runLines(
      t,
      `printf '# A comment\nTLS_KEY=/own=key=\nOTHER=x\nBASE_URL=https://a.example' >"$etc/catalogue.env"
      read_kept_settings
      echo "$tls_key $base_url"
      eval "$(sed --quiet '/^read_settings() {/,/^}/p' "$code/infra/catalogue")"
      cat >"$etc/other.env" <<'ENV'
# A comment
A=redis://user:c2VjcmV0=@host
C="a 'quoted' value="
D='single'
E="
lower=x
F
ENV
      printf G=last >>"$etc/other.env"
      read_settings "$etc/other.env"
      printf '%s\n' "$A" "$C" "$D" "$E" "$G" "\${F-none}"`,
    );
    t.deepEqual(
      stdout.trim().split('\n'),
      [
        ...['/own=key= https://a.example', 'redis://user:c2VjcmV0=@host', "a 'quoted' value="],
        ...['single', '"', 'last', 'none'],
      ],
      stderr,
    );
  },
);

test.serial('an interrupted copy of the content is made again', async (t) => {
  const lines = `
    role=main content=$PWD/source
    mkdir "$content" && touch "$content/catalogue.json"
    chown() { :; }
    (cp() { mkdir "\${!#}" && touch "\${!#}/half" && exit 1; }; seed_content) || true
    [[ ! -e $srv/content ]]
    seed_content
    echo "$srv"/*/*`;
  const { exitCode, stdout, stderr } = await runLines(t, lines);
  t.is(exitCode, 0, stderr);
  t.regex(stdout, /^\S+\/srv\/content\/catalogue\.json$/m);
});

test.serial(
  'a password that cannot be generated ends the installation, an empty one is replaced, and one of an earlier version stays',
  async (t) => {
    // The file is empty as after a full disk or a loss of power.
    const { exitCode, stdout, stderr } = await runLines(
      t,
      `mkdir "$secrets"
      chown() { :; }
      role=main
      set +e
      (set -e; openssl() { return 1; }; make_passwords; echo made)
      set -e
      ls "$secrets"
      : >"$secrets/redis-url-admin"
      echo former >"$secrets/pricing-service"
      make_passwords >/dev/null
      cat "$secrets/redis-url-service" "$secrets/redis-url-admin"
      echo "$admin_password"`,
    );
    t.is(exitCode, 0, stderr);
    t.regex(stderr, /^install: cannot make a password for pricing-service$/m);
    t.regex(
      stdout,
      /^redis:\/\/pricing-service:former@127\.0\.0\.1:6379\nredis:\/\/admin:([0-9a-f]{48})@127\.0\.0\.1:6379\n\1\n$/,
    );
  },
);
