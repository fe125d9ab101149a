/** The units, the command `catalogue` that they run, and nginx's settings match; each alert has an entry in the runbook. */
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import test from 'ava';
import { nginxModules } from '../../../infra/provision/programs.ts';
import { connections, readConfig } from '../../../pricing-service/config.ts';
import { makeFolder } from '../../helpers/content.ts';
import { runProgram } from '../../helpers/run-process.ts';

const read = (file: string) => readFile(`infra/${file}`, 'utf8');
const readUnit = () => read('systemd/catalogue-pricing@.service');

test.serial('the instances listen on the addresses that nginx uses', async (t) => {
  const [, words = ''] = /^Environment=(.*)$/m.exec(await readUnit()) ?? [];
  const servers = await read('nginx/settings/pricing-server.conf');
  const addressesOf = (line: RegExp) => [...servers.matchAll(line)].map(([, address]) => address);
  const addresses = addressesOf(/^server (\S+) fail_timeout=30s;$/gm);
  const own = addresses.map((_, index) => {
    const settings = words.replaceAll('%i', String(index + 1)).split(' ');
    const read = readConfig(Object.fromEntries(settings.map((each) => each.split('='))));
    return `${read.PRICING_HOST}:${read.PRICING_PORT}`;
  });
  t.true(own.length >= 2);
  t.deepEqual(addresses, own);
  t.deepEqual(addressesOf(/^server (\S+) max_fails=0 backup;$/gm), own, 'the same as backup');
});

test.serial('systemd gives the service the time of a stop', async (t) => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(await readUnit()) ?? [];
  t.true(Number(seconds) * 1000 > connections.stopTimeoutMs + 1000);
});

test.serial(
  'each program of the command explains itself by the name that operators type',
  async (t) => {
    // As a version is installed: the project with a folder for Node.js.
    const folder = await makeFolder(t);
    await mkdir(join(folder, 'infra'));
    await mkdir(join(folder, 'node/bin'), { recursive: true });
    await symlink(process.execPath, join(folder, 'node/bin/node'));
    await cp('infra/catalogue', join(folder, 'infra/catalogue'));
    const rooms = 'build console contract editing node_modules pricing-service redis releases sync';
    for (const name of [...rooms.split(' '), 'infra/operate', 'pages', 'package.json']) {
      await symlink(resolve(name), join(folder, name));
    }
    const env = { ...process.env, BASE_URL: 'https://api.example.com', PULL_REMOTE: '/none' };
    const named = 'deploy edit release pull sync keys backup'.split(' ');
    const ends = await Promise.all(
      named.map((name) => runProgram(join(folder, 'infra/catalogue'), [name, '--help'], { env })),
    );
    for (const [at, name] of named.entries()) {
      const { exitCode, stdout, stderr } = ends[at] ?? {};
      t.is(exitCode, 0, stderr);
      t.regex(stdout ?? '', new RegExp(`^Usage: catalogue ${name}\\b`), name);
      t.notRegex(stdout ?? '', /npm/, name);
    }
    const unknown = await runProgram(join(folder, 'infra/catalogue'), ['delpoy'], { env });
    t.is(unknown.exitCode, 1);
    t.is(unknown.stderr, 'catalogue: there is no command delpoy; catalogue --help lists them\n');
  },
);

test.serial(
  'infra/install starts every service or its timer, and installs every module of nginx',
  async (t) => {
    const lines = `source infra/install.d/names.sh
    for role in main edge; do own_units; own_packages; done`;
    const { stdout } = await runProgram('bash', ['-c', lines]);
    const words = stdout.split('\n').map((word) => word.replace(/@\d/, '@'));
    const files = (await readdir('infra/systemd')).filter((name) =>
      /\.(service|timer)$/.test(name),
    );
    const wanted = files.filter((name) => !files.includes(name.replace('.service', '.timer')));
    const timers = files.filter((name) => name.endsWith('.timer'));
    const started = words.filter((word) => /\.(service|timer)$/.test(word));
    t.deepEqual([...new Set(started)].sort(), [...wanted, ...timers].sort());
    t.true(files.length <= 13);
    for (const { package: name } of nginxModules) t.true(words.includes(name), name);
  },
);

test.serial('every alert leads to an entry of the runbook that names it', async (t) => {
  const entries = (await readFile('docs/runbook.md', 'utf8')).split(/^## /m).slice(1);
  const rules = (await read('monitoring/rules.yml')).split(/^ +- alert: /m).slice(1);
  t.true(rules.length > 20);
  for (const rule of rules) {
    const [, name = ''] = /^(\w+)/.exec(rule) ?? [];
    const [, anchor] = /runbook_url: docs\/runbook\.md#(\S+)/.exec(rule) ?? [];
    const entry = entries.find((each) => each.includes(`\`${name}\``)) ?? '';
    const heading = entry.slice(0, entry.indexOf('\n')).toLowerCase();
    t.is(heading.replaceAll(/[^\w -]/g, '').replaceAll(' ', '-'), anchor ?? '', name);
  }
});
