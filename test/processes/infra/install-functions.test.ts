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
  printf '%s\\n' '#!/bin/sh' "cat '$etc/install.conf' >'$state/ran'" >"$opt/versions/old/infra/install"
  chmod +x "$opt/versions/old/infra/install"
  point_link current versions/old
  point_link previous versions/older
  mkdir "$etc/tls"
  echo OLD | tee "$etc/install.conf" >"$etc/tls/key"
  version=new folder=$opt/versions/new
  nginx() { :; }
  systemctl() { echo "$*"; }
  is_ready() { [[ $1 == 1 ]]; }
  wait_until_ready() { :; }
  trap finish EXIT
  begin_change
  echo NEW | tee "$etc/install.conf" >"$etc/tls/key"`;

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
    t.is(await end.read('etc/install.conf'), 'NEW\n');
    t.is(await end.link('opt/current'), 'versions/new');
    t.is(await end.link('opt/previous'), 'versions/old');
    t.deepEqual(end.stdout.match(/(?<=restart pricing-service@)\d/g), ['2', '1']);
  },
);

test.serial(
  'options of an earlier run, and settings of operators’ commands, are read to the end of the line',
  async (t) => {
    const { stdout, stderr } = await runLines(
      t,
      `printf '# A comment\nTLS_KEY=/own=key=\nOTHER=x\nBASE_URL=https://a.example' >"$etc/install.conf"
      read_kept_settings
      echo "$tls_key $base_url"
      eval "$(sed --quiet '/^read_settings() {/,/^}/p' "$code/infra/catalogue")"
      cat >"$etc/operator.env" <<'ENV'
# A comment
A=redis://user:c2VjcmV0=@host
C="a 'quoted' value="
D='single'
E="
lower=x
F
ENV
      printf G=last >>"$etc/operator.env"
      read_settings "$etc/operator.env"
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
  'a password that cannot be generated ends the installation, and an empty one is replaced',
  async (t) => {
    // The file is empty as after a full disk or a loss of power.
    const { exitCode, stdout, stderr, read } = await runLines(
      t,
      `mkdir "$etc/secrets"
      set +e
      (set -e; openssl() { return 1; }; make_passwords; echo made)
      set -e
      ls "$etc/secrets"
      : >"$etc/secrets/admin"
      make_passwords
      echo "$admin_password"`,
    );
    t.is(exitCode, 0, stderr);
    t.regex(stderr, /^install: cannot make a password in \S+\/secrets\/pricing-service$/m);
    t.regex(stdout, /^(pricing-service\.part\n)?[0-9a-f]{48}\n$/);
    t.true(stdout.endsWith(await read('etc/secrets/admin')));
  },
);
