/** `infra/install` in a folder: the files that it writes and keeps. `test/machine/` tests the rest. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { routes } from '../../../contract/routes.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { findProgram, nginxModules } from '../../../infra/provision/programs.ts';
import {
  address,
  etc,
  listFiles,
  makeCheckout,
  makeMachine,
  opt,
} from '../../helpers/installation.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const run = promisify(execFile);

const file = collectTeardowns();
test.after.always(() => file.run());

/** Makes two installations of `checkout` that tests only read or copy. */
async function makeMachines() {
  const checkout = await makeCheckout(file);
  const [installed, other] = [await makeMachine(file, checkout), await makeMachine(file, checkout)];
  await Promise.all([installed.install(...address), other.install(...address)]);
  return { checkout, installed, other };
}

let made: ReturnType<typeof makeMachines> | undefined;
/**
 * Returns the installations of `makeMachines`, which are made at the first call. A `before` hook would make them too,
 * but the tests of all files in the group would wait for it.
 */
function machines(): ReturnType<typeof makeMachines> {
  made ??= makeMachines();
  return made;
}

test.serial('a dry run names every file and writes none', async (t) => {
  const { checkout, installed } = await machines();
  const { root, install } = await makeMachine(t, checkout);
  const { exitCode, stdout } = await install('--dry-run', ...address);
  t.is(exitCode, 0);
  t.deepEqual(await readdir(root), []);
  const named = [...stdout.matchAll(/would write: new (\S+)/g)].map(([, path]) => path);
  const known = (await installed.read('var/lib/apparel-catalogue/installed')).trim();
  t.deepEqual(
    named.sort(),
    known
      .split('\n')
      .map((line) => line.split(' ')[0])
      .sort(),
  );
});

test.serial(
  'a second run changes nothing, a new version replaces unedited files and is written next to edited ones, and the previous version can return',
  async (t) => {
    const [{ other }, own] = [await machines(), await makeCheckout(t)];
    const { root, install, read, change, modeOf } = await makeMachine(t, own, other.root);
    const link = (name: string) => readlink(join(root, opt, name));
    const first = await link('current');
    t.regex(first, /^versions\/\d+\.\d+\.\d+-[0-9a-f]{12}$/);
    const [limits, service] = [`${etc}/nginx/limits.conf`, `${etc}/pricing-service.env`];
    await change(limits);
    await change(service);
    // Neither libraries nor content are part of a version, nor files of programs that were started by hand.
    for (const folder of ['node_modules', 'redis-data', 'logs']) {
      await mkdir(join(own, folder));
      await writeFile(join(own, folder, 'x.js'), '');
    }
    await appendFile(join(own, 'content/active-products.csv'), '\n');
    const before = await listFiles(root);
    const same = await install();
    t.is(same.exitCode, 0, same.stderr);
    t.notRegex(same.stdout, /new|replaced/);
    const kept = [...same.stdout.matchAll(/kept, since it was edited: \/(\S+)/g)];
    t.deepEqual(kept.map(([, path]) => path).sort(), [limits, service]);
    t.deepEqual(await listFiles(root), before);
    t.is(await link('current'), first);

    for (const path of ['nginx/settings/limits.conf', 'systemd/pull.service']) {
      await appendFile(join(own, 'infra', path), '# next version\n');
    }
    const { stdout } = await install('--base-url', 'https://catalogue.example.com');
    t.regex(
      stdout,
      /kept \/\S+limits\.conf, since it was edited; the new version is \/\S+limits\.conf\.new/,
    );
    t.regex(await read(limits), /# mine\n$/);
    t.regex(await read(`${limits}.new`), /# next version\n$/);
    t.regex(await read(service), /BASE_URL=https:\/\/api\.example\.com\n/);
    t.is(await modeOf(`${service}.new`), 0o600);
    t.regex(await read(`${etc}/nginx/site.conf`), /"https:\/\/catalogue\.example\.com"/);
    t.regex(stdout, /replaced \/etc\/systemd\/system\/pull\.service/);
    t.regex(await read('etc/systemd/system/pull.service'), /# next version\n$/);
    t.not(await link('current'), first);
    t.is(await link('previous'), first);
    // Uses the installer of the previous version, like --rollback.
    await run(join(root, opt, 'previous/infra/install'), ['--root', root]);
    t.is(await link('current'), first);
  },
);

test.serial(
  'only root can read passwords, settings that hold them, and the key of the certificate',
  async (t) => {
    const { root, modeOf } = (await machines()).installed;
    t.is(await modeOf(`${etc}/secrets`), 0o700);
    const secret = [
      ...(await readdir(join(root, etc, 'secrets'))).map((name) => `secrets/${name}`),
      ...(await readdir(join(root, etc))).filter((name) => name.endsWith('.env')),
      'tls/privkey.pem',
    ];
    t.is(secret.length, 10);
    for (const path of secret) t.is(await modeOf(`${etc}/${path}`), 0o600, path);
    t.is(await modeOf('var/lib/apparel-catalogue/backups'), 0o700);
    t.is(await modeOf('var/lib/apparel-catalogue/redis'), 0o700);
  },
);

test.serial('every installation has its own passwords', async (t) => {
  const { installed, other } = await machines();
  const passwords = async ({ root }: typeof installed) => {
    const folder = join(root, etc, 'secrets');
    const files = (await readdir(folder))
      .sort()
      .map((name) => readFile(join(folder, name), 'utf8'));
    return (await Promise.all(files)).map((text) => text.trim());
  };
  const own = await passwords(installed);
  const all = [...own, ...(await passwords(other))];
  t.is(new Set(all).size, 8);
  t.true(all.every((password) => /^[0-9a-f]{48}$/.test(password)));
  t.true((await installed.read(`${etc}/operator.env`)).includes(`:${own[2]}@`));
});

test.serial('no file has a placeholder left', async (t) => {
  const { root } = (await machines()).installed;
  for (const folder of [etc, 'etc/systemd/system']) {
    for (const line of await listFiles(join(root, folder))) {
      const [path = ''] = line.split(' ');
      t.notRegex(await readFile(path, 'utf8'), /\{\{/, path);
    }
  }
});

test.serial(
  'the nginx folder of a version links to the settings of the machine, and has the Lua files of the version',
  async (t) => {
    const { root } = (await machines()).installed;
    const edge = join(root, opt, 'current/edge');
    t.is(await readlink(join(edge, 'infra/nginx/settings')), '/etc/apparel-catalogue/nginx');
    t.is(await readlink(join(edge, 'dist')), '/srv/apparel-catalogue/dist');
    const shipped = (await readdir('infra/nginx/settings')).concat('trusted-proxies.conf');
    t.deepEqual((await readdir(join(root, etc, 'nginx'))).sort(), shipped.sort());
    t.true((await readdir(join(edge, 'infra/nginx/lua'))).includes('request.lua'));
  },
);

test.serial(
  'logrotate rotates the access log that nginx writes, and checks it every five minutes',
  async (t) => {
    const { root, read } = (await machines()).installed;
    t.is(await readlink(join(root, opt, 'current/edge/logs')), '/var/log/apparel-catalogue');
    t.is(await readlink(join(root, opt, 'current/edge/run')), '/run/apparel-catalogue');
    const rotation = await read('etc/logrotate.d/apparel-catalogue');
    t.regex(rotation, /^\/var\/log\/apparel-catalogue\/access\.log \{$/m);
    t.regex(rotation, /pid=\/run\/apparel-catalogue\/nginx\.pid$/m);
    const timer = await read('etc/systemd/system/logrotate.timer.d/apparel-catalogue.conf');
    t.regex(timer, /^OnCalendar=\*:0\/5$/m);
  },
);

test.serial(
  'logrotate ignores a new version beside its edited settings, and an uninstall removes new versions of edited files',
  async (t) => {
    const [{ installed }, checkout] = [await machines(), await makeCheckout(t)];
    const { root, install, uninstall, change } = await makeMachine(t, checkout, installed.root);
    const [rotation, limits] = ['etc/logrotate.d/apparel-catalogue', `${etc}/nginx/limits.conf`];
    await Promise.all([change(rotation), change(limits)]);
    for (const path of ['logrotate/apparel-catalogue', 'nginx/settings/limits.conf']) {
      await appendFile(join(checkout, 'infra', path), '# next version\n');
    }
    await install();
    const listed = async (folder: string) => (await readdir(join(root, folder))).sort();
    const name = 'apparel-catalogue';
    t.deepEqual(await listed('etc/logrotate.d'), [name, `${name}.dpkg-new`]);
    t.true((await listed(`${etc}/nginx`)).includes('limits.conf.new'));
    await uninstall();
    t.deepEqual(await listed('etc/logrotate.d'), [name]);
    t.deepEqual(await listed(`${etc}/nginx`), ['limits.conf']);
  },
);

test.serial(
  'an uninstall keeps data, secrets and edited files, and --purge removes everything',
  async (t) => {
    const { checkout, installed } = await machines();
    const { root, uninstall, change } = await makeMachine(t, checkout, installed.root);
    await change(`${etc}/nginx/limits.conf`);
    const kept = await uninstall();
    t.is(kept.exitCode, 0, kept.stderr);
    t.regex(
      kept.stdout,
      /kept, since it was edited: \/etc\/apparel-catalogue\/nginx\/limits\.conf/,
    );
    t.deepEqual(await readdir(join(root, 'etc/systemd/system')), []);
    t.deepEqual(await readdir(join(root, 'etc/logrotate.d')), []);
    t.deepEqual(await readdir(join(root, etc, 'nginx')), ['limits.conf']);
    t.deepEqual((await readdir(join(root, etc))).sort(), [
      'install.conf',
      'nginx',
      'secrets',
      'tls',
    ]);
    t.true((await readdir(join(root, 'srv/apparel-catalogue/content'))).includes('catalogue.json'));
    await t.throwsAsync(readdir(join(root, opt)), { code: 'ENOENT' });
    await uninstall('--purge');
    const left = await listFiles(root);
    t.deepEqual(left, []);
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

test.serial(
  'the installation includes the modules of nginx, and a Node.js version that the project accepts',
  async (t) => {
    const names = await readFile('infra/install.d/names.sh', 'utf8');
    for (const { package: name } of nginxModules) t.true(names.includes(name), name);
    const runtime = await readFile('infra/install.d/runtime.sh', 'utf8');
    const [, major, minor] = /^node_version=(\d+)\.(\d+)\.\d+$/m.exec(runtime) ?? [];
    t.is(JSON.parse(await readFile('package.json', 'utf8')).engines.node, '^20.19.0 || >=22.12.0');
    t.true(Number(major) > 22 || (Number(major) === 22 && Number(minor) >= 12));
  },
);

test.serial('bash and shellcheck report nothing for the scripts', async (t) => {
  const parts = (await readdir('infra/install.d')).filter((name) => name.endsWith('.sh'));
  const scripts = [
    'install',
    'uninstall',
    'catalogue',
    ...['compile', 'edge', 'make-secrets', 'packages'].map((name) => `images/${name}`),
    ...parts.map((name) => `install.d/${name}`),
  ];
  for (const script of scripts)
    await t.notThrowsAsync(run('bash', ['-n', join('infra', script)]), script);
  const program = { name: 'shellcheck', package: 'shellcheck', file: 'shellcheck' };
  if ((await findProgram(program)) === undefined)
    return t.log('SKIPPED: shellcheck is not installed');
  const { stdout } = await run('shellcheck', scripts, { cwd: 'infra' }).catch((error) => error);
  t.is(stdout, '');
});
