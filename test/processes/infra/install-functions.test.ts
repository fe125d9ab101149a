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
  systemctl() { :; }
  is_ready() { :; }
  wait_until_ready() { :; }
  trap finish EXIT
  begin_change
  echo NEW | tee "$etc/install.conf" >"$etc/tls/key"`;

for (const [title, fault] of [
  ['a unit that does not restart', 'systemctl() { [[ $2 != pricing-service@2.service ]]; }'],
  ['an instance that does not become ready', 'wait_until_ready() { [[ $1 != 2 ]]; }'],
  ['a configuration that nginx refuses', 'nginx() { return 1; }'],
  ['a signal', 'nginx() { kill -TERM $$; }'],
] as const) {
  test(`after ${title}, the previous version is installed again, with its options and certificate`, async (t) => {
    const end = await runLines(t, `${upgrade}\n${fault}\nactivate_version\nend_change`);
    t.not(end.exitCode, 0);
    t.regex(end.stderr, /^install: the installation failed; old is back, with its settings$/m);
    t.is(await end.read('state/ran'), 'OLD\n');
    t.is(await end.read('etc/tls/key'), 'OLD\n');
    t.is(await end.link('opt/current'), 'versions/old');
    t.is(await end.link('opt/previous'), 'versions/older');
    await t.throwsAsync(end.read('scratch/install.conf'), { code: 'ENOENT' });
  });
}

test.serial('a version that starts stays, and its options too', async (t) => {
  const end = await runLines(t, `${upgrade}\nactivate_version\nend_change\nexit 1`);
  t.is(end.exitCode, 1);
  t.is(await end.read('etc/install.conf'), 'NEW\n');
  t.is(await end.link('opt/current'), 'versions/new');
  t.is(await end.link('opt/previous'), 'versions/old');
  await t.throwsAsync(end.read('state/ran'), { code: 'ENOENT' });
});

test.serial('an instance that is down is restarted before the one that answers', async (t) => {
  const lines = `${upgrade}
    is_ready() { [[ $1 == 1 ]]; }
    systemctl() { echo "$*"; }
    activate_version
    end_change`;
  const { stdout } = await runLines(t, lines);
  t.deepEqual(stdout.match(/(?<=restart pricing-service@)\d/g), ['2', '1']);
});

test.serial(
  'after a failed installation of the current version with unchanged options, that version is not installed again',
  async (t) => {
    const lines = `${upgrade}\necho OLD >"$etc/install.conf"\nversion=old\nexit 3`;
    const end = await runLines(t, lines);
    t.is(end.exitCode, 3);
    await t.throwsAsync(end.read('state/ran'), { code: 'ENOENT' });
  },
);

test.serial(
  'root changes neither owner nor mode of a file to which a link of another user leads',
  async (t) => {
    if (process.getuid?.() !== 0) {
      t.log('SKIPPED: it has to be run as root');
      t.pass();
      return;
    }
    const lines = `
    chmod 755 .
    echo mine >"$etc/file" && chmod 644 "$etc/file"
    mkdir "$state/own" && ln -s "$etc/file" "$state/own/link" && chown -R --no-dereference nobody "$state/own"
    if (set_mode "$state/own/link" 600 nobody); then exit 9; fi
    if (change_mode o-rwx "$state/own/link"); then exit 9; fi
    stat --format '%U %a' "$etc/file"
    change_mode 700 "$state/own"
    stat --format '%U %a' "$state/own"`;
    const { exitCode, stdout, stderr } = await runLines(t, lines);
    t.is(exitCode, 0, stderr);
    t.deepEqual(stdout.trim().split('\n'), ['root 644', 'nobody 700']);
  },
);

test.serial('options of an earlier run are read to the end of the line', async (t) => {
  const { stdout } = await runLines(
    t,
    `printf '# A comment\nTLS_KEY=/own=key=\nOTHER=x\nBASE_URL=https://a.example' >"$etc/install.conf"
    read_kept_settings
    echo "$tls_key $base_url"`,
  );
  t.is(stdout, '/own=key= https://a.example\n');
});

test.serial('operators’ commands read settings as systemd does', async (t) => {
  const { stdout, stderr } = await runLines(
    t,
    `eval "$(sed --quiet '/^read_settings() {/,/^}/p' "$code/infra/catalogue")"
    cat >"$etc/operator.env" <<'ENV'
# A comment
A=redis://user:c2VjcmV0=@host
B=c2VjcmV0==
C="a 'quoted' value="
D='single'
E="
lower=x
F
ENV
    printf G=last >>"$etc/operator.env"
    read_settings "$etc/operator.env"
    printf '%s\n' "$A" "$B" "$C" "$D" "$E" "$G" "\${F-none}"`,
  );
  t.deepEqual(
    stdout.trim().split('\n'),
    [
      'redis://user:c2VjcmV0=@host',
      'c2VjcmV0==',
      "a 'quoted' value=",
      'single',
      '"',
      'last',
      'none',
    ],
    stderr,
  );
});

test.serial('a self-signed certificate is outdated after its end', async (t) => {
  const { exitCode, stderr } = await runLines(
    t,
    `base_url=https://a.example tls_certificate=$etc/certificate tls_key=$etc/key
    make_certificate
    if is_outdated a.example; then exit 2; fi
    is_outdated b.example
    openssl() { if [[ $* == *-checkend* ]]; then return 1; else command openssl "$@"; fi; }
    is_outdated a.example`,
  );
  t.is(exitCode, 0, stderr);
});

test.serial(
  'a version that is installed runs with another Node.js, if the project accepts it',
  async (t) => {
    const lines = `
    mkdir -p "$opt"/node/old "$opt/versions/v"
    ln -s ../../node/old "$opt/versions/v/node"
    for name in a b; do mkdir $name && echo 'echo v22.99.0' >$name/node && chmod +x $name/node; done
    mkdir -p "$opt/node/v22.99.0-npm-$npm_version/bin"
    ln -s "$PWD/a/node" "$opt/node/v22.99.0-npm-$npm_version/bin/node"
    version_id() { echo v; }
    node=$PWD/b/node
    install_runtime
    readlink "$runtime/bin/node"`;
    const accepted = await runLines(t, `${lines}\ncheck_engines() { :; }\nprepare_version`);
    t.is(accepted.exitCode, 0, accepted.stderr);
    t.regex(accepted.stdout, /^\/.*\/b\/node$/m);
    t.regex(await accepted.link('opt/versions/v/node'), /^\.\.\/\.\.\/node\/v22\.99\.0-npm-/);
    const refused = await runLines(t, `${lines}\ncheck_engines() { die no; }\nprepare_version`);
    t.is(refused.exitCode, 1);
    t.is(await refused.link('opt/versions/v/node'), '../../node/old');
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

test.serial('only the ports that the options use have to be free', async (t) => {
  const portsOf = async (options: string) =>
    (await runLines(t, `${options}\nused_ports`)).stdout.match(/\d+/g)?.map(Number).sort();
  const always = [80, 8081, 8082, 9113, 9121, 9122];
  t.deepEqual(await portsOf(''), [...always, 443, 6379].sort());
  t.deepEqual(await portsOf('tls=off'), [...always, 6379].sort());
  t.deepEqual(await portsOf('role=edge'), [...always, 443].sort());
});

test.serial('the self-test asks over IPv6 only if the machine has ::1', async (t) => {
  const lines = `
    echo '00000000000000000000000000000001 01 80 10 80       lo' >loopback
    echo 'fe8000000000000000155dfffe000001 02 40 20 80     eth0' >link
    for list in loopback link /dev/null none; do
      if has_ipv6_loopback $list; then echo yes; else echo no; fi
    done`;
  const { stdout, stderr } = await runLines(t, lines);
  t.deepEqual([stdout, stderr], ['yes\nno\nno\nno\n', '']);
});

test.serial(
  'a password that cannot be generated ends the installation, and an empty one is replaced',
  async (t) => {
    const lines = 'mkdir "$etc/secrets"';
    const ended = await runLines(t, `${lines}\nopenssl() { return 1; }\nmake_passwords\necho made`);
    t.is(ended.exitCode, 1);
    t.is(ended.stdout, '');
    t.regex(ended.stderr, /^install: cannot make a password in \S+\/secrets\/pricing-service$/m);
    await t.throwsAsync(ended.read('etc/secrets/pricing-service'), { code: 'ENOENT' });

    // As after a full disk or a loss of power.
    const repeated = await runLines(
      t,
      `${lines}\n: >"$etc/secrets/admin"\nmake_passwords\necho "$admin_password"\nls "$etc/secrets"`,
    );
    t.is(repeated.exitCode, 0, repeated.stderr);
    const [password = '', ...files] = repeated.stdout.trim().split('\n');
    t.regex(password, /^[0-9a-f]{48}$/);
    t.is(await repeated.read('etc/secrets/admin'), `${password}\n`);
    t.deepEqual(files, ['admin', 'catalogue-backup', 'catalogue-operator', 'pricing-service']);
  },
);
