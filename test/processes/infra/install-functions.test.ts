/** Functions of `infra/install` and `infra/catalogue` that need neither root nor an installed machine. */
import { readFile, readlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import test from 'ava';
import { makeFolder } from '../../helpers/content.ts';
import { runProgram } from '../../helpers/run-process.ts';
import type { Teardown } from '../../helpers/teardown.ts';

/**
 * Runs `lines` of bash that may call the functions of `infra/install`. All paths of an installation are in a new
 * folder. Returns exit code and output, and functions that read files and links in that folder.
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
  const end = await runProgram('bash', ['-c', script, 'install'], { cwd: folder });
  return {
    ...end,
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    link: (path: string) => readlink(join(folder, path)),
  };
}

/**
 * Lines of bash that prepare an upgrade: the versions `older` and `old` are installed, `old` is current, and `new` has
 * other options and another certificate. The installer of `old` copies the options that it finds to `$state/ran`.
 * Functions that do nothing replace nginx and systemctl.
 */
const upgrade = `
  mkdir -p "$opt"/versions/{older,old,new}/infra
  printf '%s\\n' '#!/bin/sh' "cat '$etc/catalogue.env' >'$state/ran'" >"$opt/versions/old/infra/install"
  chmod +x "$opt/versions/old/infra/install"
  point_link current versions/old
  point_link previous versions/older
  mkdir "$etc/tls"
  echo OLD | tee "$etc/catalogue.env" >"$etc/tls/key"
  version=new folder=$opt/versions/new
  nginx() { :; }
  systemctl() { echo "$*"; }
  is_ready() { [[ $1 == 1 ]]; }
  wait_until_ready() { :; }
  trap finish EXIT
  begin_change
  echo NEW | tee "$etc/catalogue.env" >"$etc/tls/key"`;

for (const [title, fault] of [
  ['an instance that does not become ready', 'wait_until_ready() { [[ $1 != 2 ]]; }'],
  ['a signal', 'nginx() { kill -TERM $$; }'],
] as const) {
  test.serial(
    `after ${title}, the previous version is installed again, with its options and certificate`,
    async (t) => {
      const end = await runLines(t, `${upgrade}\n${fault}\nactivate_version\nend_change`);
      t.not(end.exitCode, 0);
      t.regex(end.stderr, /^install: the installation failed; old is back, with its settings$/m);
      t.is(await end.read('state/ran'), 'OLD\n');
      t.is(await end.read('etc/tls/key'), 'OLD\n');
      t.is(await end.link('opt/current'), 'versions/old');
      t.is(await end.link('opt/previous'), 'versions/older');
    },
  );
}

test.serial(
  'a version that starts stays, and an instance that is down is restarted before the one that answers',
  async (t) => {
    const end = await runLines(t, `${upgrade}\nactivate_version\nend_change\nexit 1`);
    t.is(end.exitCode, 1);
    t.is(await end.read('etc/catalogue.env'), 'NEW\n');
    t.is(await end.link('opt/current'), 'versions/new');
    t.is(await end.link('opt/previous'), 'versions/old');
    t.deepEqual(end.stdout.match(/(?<=restart catalogue-pricing@)\d/g), ['2', '1']);
  },
);

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
