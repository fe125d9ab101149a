/** `infra/install` in a folder: the files that it writes and keeps. `test/machine/` tests the rest. */
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
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

test.serial('a dry run names every file and writes none', async (t) => {
  const named = [...planned.matchAll(/would write: new (\S+)/g)].map(([, path]) => path);
  const known = (await installed.read('var/lib/apparel-catalogue/installed')).trim().split('\n');
  t.deepEqual(named.sort(), known.map((line) => line.split(' ')[0]).sort());
});

test.serial(
  'only root can read passwords, settings that hold them, and the key of the certificate',
  async (t) => {
    const { root, modeOf, read } = installed;
    const names = await readdir(join(root, etc, 'secrets'));
    const secret = [
      ...names.map((name) => `secrets/${name}`),
      ...(await readdir(join(root, etc))).filter((name) => name.endsWith('.env')),
      'tls/privkey.pem',
    ];
    t.is(secret.length, 10);
    for (const path of secret) t.is(await modeOf(`${etc}/${path}`), 0o600, path);
    for (const path of [
      `${etc}/secrets`,
      ...['backups', 'redis'].map((each) => `var/lib/apparel-catalogue/${each}`),
    ]) {
      t.is(await modeOf(path), 0o700, path);
    }
    const passwords = await Promise.all(names.map((name) => read(`${etc}/secrets/${name}`)));
    t.is(new Set(passwords).size, 4);
    for (const password of passwords) t.regex(password, /^[0-9a-f]{48}\n$/);
    const [operator = ''] = passwords.filter((_, at) => names[at] === 'catalogue-operator');
    t.true((await read(`${etc}/operator.env`)).includes(`:${operator.trim()}@`));
  },
);

test.serial(
  'settings have no placeholder left, and a version uses the settings and folders of the machine',
  async (t) => {
    const { root } = installed;
    for (const folder of [etc, 'etc/systemd/system']) {
      for (const line of await listFiles(join(root, folder))) {
        const [path = ''] = line.split(' ');
        t.notRegex(await readFile(path, 'utf8'), /\{\{/, path);
      }
    }
    const edge = join(root, opt, 'current/edge');
    for (const [name, target] of [
      ['infra/nginx/settings', '/etc/apparel-catalogue/nginx'],
      ['dist', '/srv/apparel-catalogue/dist'],
      ['logs', '/var/log/apparel-catalogue'],
      ['run', '/run/apparel-catalogue'],
    ] as const) {
      t.is(await readlink(join(edge, name)), target);
    }
    const shipped = (await readdir('infra/nginx/settings')).concat('trusted-proxies.conf');
    t.deepEqual((await readdir(join(root, etc, 'nginx'))).sort(), shipped.sort());
  },
);

test.serial(
  'a second run changes nothing, a new version keeps edited files and replaces others, the previous version can return, and an uninstall keeps data and edited files',
  async (t) => {
    const own = await makeCheckout(t);
    const machine = await makeMachine(t, own, installed.root);
    const { root, install, uninstall, read, change, modeOf } = machine;
    const link = (name: string) => readlink(join(root, opt, name));
    const listed = async (folder: string) => (await readdir(join(root, folder))).sort();
    const first = await link('current');
    t.regex(first, /^versions\/\d+\.\d+\.\d+-[0-9a-f]{12}$/);
    const limits = `${etc}/nginx/limits.conf`;
    const service = `${etc}/pricing-service.env`;
    const rotation = 'etc/logrotate.d/apparel-catalogue';
    for (const path of [limits, service, rotation]) await change(path);
    // Neither libraries nor content are part of a version.
    await mkdir(join(own, 'node_modules'));
    await writeFile(join(own, 'node_modules/x.js'), '');
    await appendFile(join(own, 'content/active-products.csv'), '\n');
    const before = await listFiles(root);
    const same = await install();
    t.is(same.exitCode, 0, same.stderr);
    t.notRegex(same.stdout, /new|replaced/);
    const kept = [...same.stdout.matchAll(/kept, since it was edited: \/(\S+)/g)];
    t.deepEqual(kept.map(([, path]) => path).sort(), [limits, service, rotation].sort());
    t.deepEqual(await listFiles(root), before);

    const changed = [
      'nginx/settings/limits.conf',
      'systemd/pull.service',
      'logrotate/apparel-catalogue',
    ];
    for (const path of changed) await appendFile(join(own, 'infra', path), '# next version\n');
    const { stdout } = await install('--base-url', 'https://other.example.com');
    t.regex(
      stdout,
      /kept \/\S+limits\.conf, since it was edited; the new version is \/\S+limits\.conf\.new/,
    );
    t.regex(await read(limits), /# mine\n$/);
    t.regex(await read(`${limits}.new`), /# next version\n$/);
    t.regex(await read(service), /BASE_URL=https:\/\/api\.example\.com\n/);
    t.is(await modeOf(`${service}.new`), 0o600);
    t.regex(await read(`${etc}/nginx/site.conf`), /"https:\/\/other\.example\.com"/);
    t.regex(stdout, /replaced \/etc\/systemd\/system\/pull\.service/);
    t.regex(await read('etc/systemd/system/pull.service'), /# next version\n$/);
    // logrotate ignores this ending.
    const name = 'apparel-catalogue';
    t.deepEqual(await listed('etc/logrotate.d'), [name, `${name}.dpkg-new`]);
    const certificate = new X509Certificate(await read(`${etc}/tls/fullchain.pem`));
    t.is(certificate.checkHost('other.example.com'), 'other.example.com', 'made for the new host');
    t.not(await link('current'), first);
    t.is(await link('previous'), first);

    // Uses the installer of the previous version, like --rollback.
    await runProgram(join(root, opt, 'previous/infra/install'), ['--root', root]);
    t.is(await link('current'), first);
    const end = await uninstall();
    t.is(end.exitCode, 0, end.stderr);
    t.deepEqual(await listed('etc/systemd/system'), []);
    t.deepEqual(await listed('etc/logrotate.d'), [name]);
    t.deepEqual(await listed(`${etc}/nginx`), ['limits.conf']);
    const left = ['install.conf', 'nginx', 'pricing-service.env', 'secrets', 'tls'];
    t.deepEqual(await listed(etc), left);
    t.true((await listed('srv/apparel-catalogue/content')).includes('catalogue.json'));
    await t.throwsAsync(readdir(join(root, opt)), { code: 'ENOENT' });
    await uninstall('--purge');
    t.deepEqual(await listFiles(root), []);
  },
);

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
