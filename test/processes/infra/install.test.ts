/** `infra/install` in a folder: the files that it writes and keeps. `test/machine/` tests the rest. */
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import test from 'ava';
import { routes } from '../../../contract/routes.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { makeFolder } from '../../helpers/content.ts';
import {
  address,
  etc,
  listFiles,
  makeCheckout,
  makeMachine,
  opt,
} from '../../helpers/installation.ts';
import { runProgram } from '../../helpers/run-process.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const file = collectTeardowns();
/** An installation that tests only read or copy. */
let installed: Awaited<ReturnType<typeof makeMachine>>;
let checkout: string;
/** A certificate from elsewhere, and its key. */
let pair: Awaited<ReturnType<typeof makeSelfSignedCertificate>>;
/** The output of the dry run before it. */
let planned: string;

test.before(async () => {
  pair = await makeSelfSignedCertificate(await makeFolder(file));
  checkout = await makeCheckout(file);
  installed = await makeMachine(file, checkout);
  planned = (await installed.install('--dry-run', ...address)).stdout;
  if ((await readdir(installed.root)).length > 0) throw new Error('a dry run has written files');
  const { exitCode, stderr } = await installed.install(...address);
  if (exitCode !== 0) throw new Error(stderr);
});
test.after.always(() => file.run());

const memory = 'var/lib/apparel-catalogue/installed';
const listed = async (root: string, folder: string) => (await readdir(join(root, folder))).sort();

test.serial('a dry run names every file and writes none', async (t) => {
  const named = [...planned.matchAll(/would write: new (\S+)/g)].map(([, path]) => path);
  const known = (await installed.read(memory)).trim().split('\n');
  for (const line of known) t.true(named.includes(line.split(' ')[0]), line);
  t.true(named.includes(`/${etc}/catalogue.env`));
});

test.serial('only root and operators can read passwords; settings contain none', async (t) => {
  const { root, modeOf, read } = installed;
  const names = await listed(root, `${etc}/secrets`);
  const forOperators = ['rclone.conf', 'redis-url-operator', 'secret.env'];
  const own = ['redis-url-admin', 'redis-url-backup', 'redis-url-service', 'specification-token'];
  t.deepEqual(names, [...forOperators, ...own].sort());
  for (const name of names) {
    const mode = forOperators.includes(name) ? 0o640 : 0o600;
    t.is(await modeOf(`${etc}/secrets/${name}`), mode, name);
  }
  t.is(await modeOf(`${etc}/tls/privkey.pem`), 0o600);
  t.is(await modeOf(`${etc}/secrets`), 0o750);
  for (const name of ['backups', 'redis', 'keys']) {
    t.is(await modeOf(`var/lib/apparel-catalogue/${name}`), 0o700);
  }
  const urls = await Promise.all(
    names.filter((name) => name.startsWith('redis')).map((name) => read(`${etc}/secrets/${name}`)),
  );
  const passwords = urls.map((url) => /^redis:\/\/[a-z-]+:([0-9a-f]{48})@127/.exec(url)?.[1] ?? '');
  t.is(new Set(passwords).size, 4);
  for (const line of await listFiles(root)) {
    const [path = ''] = line.split(' ');
    if (path.includes('/secrets/')) continue;
    const text = await readFile(path, 'latin1');
    if (path.includes(`/${etc}/`)) t.notRegex(text, /\{\{/, path);
    t.false(
      passwords.some((password) => text.includes(password)),
      path,
    );
  }
});

test.serial(
  'a second run changes nothing, a new version keeps edited files and replaces or removes others, the previous version can return, and an uninstall keeps data and edited files',
  async (t) => {
    const own = await makeCheckout(t);
    const machine = await makeMachine(t, own, installed.root);
    const { root, install, uninstall, read, change } = machine;
    const link = (name: string) => readlink(join(root, opt, name));
    const first = await link('current');
    t.regex(first, /^versions\/\d+\.\d+\.\d+-[0-9a-f]{12}$/);
    const limits = `${etc}/nginx/limits.conf`;
    const rotation = 'etc/logrotate.d/apparel-catalogue';
    for (const path of [limits, rotation]) await change(path);
    await appendFile(join(root, etc, 'catalogue.env'), 'TEST_KEYS=disabled\n');
    // Neither libraries, tests, documents nor content are part of a version.
    for (const folder of ['node_modules', 'test', 'docs', 'bench']) {
      await mkdir(join(own, folder));
      await writeFile(join(own, folder, 'x.js'), '');
    }
    await appendFile(join(own, 'content/active-products.csv'), '\n');
    const before = await listFiles(root);
    const same = await install();
    t.is(same.exitCode, 0, same.stderr);
    t.notRegex(same.stdout, /new|replaced/);
    const kept = [...same.stdout.matchAll(/kept, since it was edited: \/(\S+)/g)];
    t.deepEqual(kept.map(([, path]) => path).sort(), [limits, rotation].sort());
    t.deepEqual(await listFiles(root), before);

    const sync = 'etc/systemd/system/catalogue-sync.service';
    const changed = ['nginx/settings/limits.conf', 'systemd/catalogue-sync.service'];
    for (const path of [...changed, 'logrotate/apparel-catalogue']) {
      await appendFile(join(own, 'infra', path), '# next version\n');
    }
    // Of an earlier version, as its installer has written and remembered it.
    const former = 'etc/systemd/system/pull.service';
    await writeFile(join(root, former), 'former\n');
    const hash = createHash('sha256').update('former\n').digest('hex');
    await appendFile(join(root, memory), `/${former} ${hash}\n`);
    const { stdout } = await install('--base-url', 'https://other.example.com');
    t.regex(stdout, /kept \/\S+limits\.conf, since it was edited; the new version is \/\S+\.new/);
    t.regex(await read(limits), /# mine\n$/);
    t.regex(await read(`${limits}.new`), /# next version\n$/);
    t.regex(await read(`${etc}/catalogue.env`), /^BASE_URL=https:\/\/other\.example\.com$/m);
    t.regex(await read(`${etc}/catalogue.env`), /^TEST_KEYS=disabled$/m);
    t.regex(await read(`${etc}/nginx/site.conf`), /"https:\/\/other\.example\.com"/);
    t.regex(stdout, /replaced \/\S+catalogue-sync\.service/);
    t.regex(await read(sync), /# next version\n$/);
    await t.throwsAsync(read(former), { code: 'ENOENT' });
    // logrotate ignores this ending.
    const name = 'apparel-catalogue';
    t.deepEqual(await listed(root, 'etc/logrotate.d'), [name, `${name}.dpkg-new`]);
    const certificate = new X509Certificate(await read(`${etc}/tls/fullchain.pem`));
    t.is(certificate.checkHost('other.example.com'), 'other.example.com', 'made for the new host');
    t.not(await link('current'), first);
    t.is(await link('previous'), first);

    // Uses the installer of the previous version, like --rollback.
    await runProgram(join(root, opt, 'previous/infra/install'), ['--root', root]);
    t.is(await link('current'), first);
    const end = await uninstall();
    t.is(end.exitCode, 0, end.stderr);
    t.deepEqual(await listed(root, 'etc/systemd/system'), []);
    t.deepEqual(await listed(root, 'etc/logrotate.d'), [name]);
    t.deepEqual(await listed(root, `${etc}/nginx`), ['limits.conf']);
    t.deepEqual(await listed(root, etc), ['catalogue.env', 'nginx', 'secrets', 'tls']);
    t.true((await listed(root, 'srv/apparel-catalogue/content')).includes('catalogue.json'));
    await t.throwsAsync(readdir(join(root, opt)), { code: 'ENOENT' });
    await uninstall('--purge');
    t.deepEqual(await listFiles(root), []);
  },
);

test.serial('an edge has only its parts, and passes to the main machine', async (t) => {
  const { root, install, read } = await makeMachine(t, checkout);
  const key = join(checkout, 'release.pub');
  await writeFile(key, 'public key\n');
  const parts = ['--remote', 'catalogue:releases', '--public-key', key];
  const main = ['--main-url', 'https://main.example.com'];
  const end = await install('--role', 'edge', ...address, ...parts, ...main);
  t.is(end.exitCode, 0, end.stderr);
  t.deepEqual(
    (await listed(root, 'etc/systemd/system')).filter((name) => /^catalogue-[a-z]/.test(name)),
    [
      ...['catalogue-nginx.service', 'catalogue-prune.service', 'catalogue-prune.timer'],
      'catalogue-pull.service',
    ],
  );
  t.deepEqual(await listed(root, `${etc}/secrets`), ['rclone.conf', 'secret.env']);
  t.is(await read(`${etc}/release.pub`), 'public key\n');
  t.regex(await read(`${etc}/catalogue.env`), /^PULL_REMOTE=catalogue:releases$/m);
  t.regex(await read(`${etc}/nginx/pricing-server.conf`), /^server main\.example\.com:443 /m);
  t.regex(await read(`${etc}/nginx/pricing-target.conf`), /^proxy_set_header Host api\.example/m);
  const refused = await install('--role', 'main');
  t.regex(refused.stderr, /this machine is installed with --role edge; run infra\/uninstall first/);
});

test.serial('options select the TLS setup, and a given certificate is kept', async (t) => {
  const { install, read } = await makeMachine(t, checkout, installed.root);
  const { certificateFile: certificate, keyFile: key } = pair;
  const pem = await readFile(certificate, 'utf8');
  const files = ['--tls-certificate', relative('.', certificate), '--tls-key', relative('.', key)];
  const done = await install('--base-url', 'https://other.example.com', ...files);
  t.is(done.exitCode, 0, done.stderr);
  const listen = await read(`${etc}/nginx/listen.conf`);
  t.regex(listen, /^listen 443 ssl/m);
  t.true(listen.includes(`ssl_certificate "${certificate}";`), 'an absolute path');
  t.true(listen.includes(`ssl_certificate_key "${key}";`));
  t.is(await readFile(certificate, 'utf8'), pem);
  t.regex(await read(`${etc}/nginx/plain-http.conf`), /^ {4}listen 80;$/m);
  await install('--no-tls');
  t.regex(await read(`${etc}/nginx/listen.conf`), /^listen 80;$/m);
  t.notRegex(await read(`${etc}/nginx/plain-http.conf`), /^server/m);
});

test.serial(
  'a wrong option, or a version that cannot be prepared, ends with a line that says why, before anything is written',
  async (t) => {
    const own = await makeCheckout(t);
    const { root, install } = await makeMachine(t, own);
    const { certificateFile: certificate, keyFile: key } = pair;
    const otherKey = join(await makeFolder(t), 'key');
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(otherKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    for (const [args, message] of [
      [['--base-url', 'https://api.example.com/'], /--base-url must be like https:/],
      [['--base-url'], /--base-url needs a value/],
      [['--role', 'cdn'], /--role must be main or edge: cdn/],
      [['--public-key', '/none'], /--public-key: cannot read \/none/],
      [['--tls-certificate', certificate, '--tls-key', otherKey], / is not the key of the certi/],
      [['--tls-certificate', key, '--tls-key', key], /there is no PEM certificate in /],
      [['--nodes', '22'], /there is no option --nodes; --help lists them/],
    ] as const) {
      const { exitCode, stderr } = await install(...args);
      t.is(exitCode, 1);
      t.regex(stderr, message);
    }
    t.deepEqual(await readdir(root), []);
    await rm(join(own, 'package.json'));
    t.not((await install('--no-tls')).exitCode, 0);
    t.deepEqual(
      (await listFiles(root)).filter((line) => line.includes(`/${etc}/`)),
      [],
    );
  },
);

test.serial(
  'the self-test requests every route, with a test key where one is needed',
  async (t) => {
    const text = await readFile('infra/install.d/self-test.sh', 'utf8');
    const [, table = ''] = /<<'TABLE'\n([\s\S]*?)\nTABLE\n/.exec(text) ?? [];
    const rows = table.split('\n').map((row) => row.split(/ +/));
    for (const { id, path, access } of Object.values(routes)) {
      const asked = rows.filter(([name]) => name === id);
      t.true(
        asked.some((row) => row[3]?.split('?')[0] === path),
        id,
      );
      t.is(
        asked.some((row) => row[2] === 'key'),
        access !== 'public',
        id,
      );
    }
    t.true(text.includes(`test_key=${testKeys[0].key}\n`));
  },
);
