/** The units match the programs that they start and the settings of nginx, and systemd accepts all of them. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { missingPrograms } from '../../../infra/provision/programs.ts';
import { readConfig } from '../../../pricing-service/config.ts';
import { stopTimeoutMs } from '../../../pricing-service/connections.ts';
import { defaultMaxBytes } from '../../../pricing-service/pricing/keyed-answers.ts';
import { parsePullCommand } from '../../../releases/remote/pull-command.ts';
import { readOptions } from '../../../sync/command-line.ts';
import { makeFolder } from '../../helpers/content.ts';

const name = 'pricing-service@.service';
const unit = readFileSync(join('infra', 'systemd', name), 'utf8');

/** Returns the value of each line `setting=value` in the systemd unit of the pricing service. */
function valuesOf(setting: string): string[] {
  return [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

/** Converts lines `NAME=value` to an object. */
function environmentOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)));
}

test.serial('the instances listen on the addresses that nginx uses', async (t) => {
  const servers = await readFile('infra/nginx/settings/pricing-server.conf', 'utf8');
  const addressesOf = (line: RegExp) => [...servers.matchAll(line)].map(([, address]) => address);
  const addresses = addressesOf(/^server (\S+) fail_timeout=30s;$/gm);
  const own = addresses.map((_, index) => {
    const lines = valuesOf('Environment').map((line) => line.replace('%i', String(index + 1)));
    const { host, port } = readConfig(environmentOf(lines));
    return `${host}:${port}`;
  });
  t.true(own.length >= 2);
  t.deepEqual(addresses, own);
  t.deepEqual(addressesOf(/^server (\S+) max_fails=0 backup;$/gm), own, 'the same as backup');
});

test.serial('every variable of the example environment is read', async (t) => {
  const text = await readFile('infra/systemd/pricing-service.env', 'utf8');
  const filledIn = text
    .replace('{{PRICING_SERVICE_PASSWORD}}', 'secret')
    .replace('{{BASE_URL}}', 'https://api.example.com');
  const settings = environmentOf(filledIn.split('\n').filter((line) => /^\w/.test(line)));
  const { redisUrl, baseUrl, distDir } = readConfig(settings);
  t.deepEqual([redisUrl, baseUrl, distDir], Object.values(settings));
});

test.serial(
  'the unit of the sync listing runs every minute with the settings of its example',
  async (t) => {
    const text = await readFile('infra/systemd/sync-listing.service', 'utf8');
    const [, words = ''] = /^ExecStart=.*\/sync\/main\.js (.*)$/m.exec(text) ?? [];
    const example = await readFile('infra/systemd/sync-listing.env', 'utf8');
    // Settings that are off by default are in comments.
    const lines = example.split('\n').filter((line) => /^#?[A-Z_]+=/.test(line));
    const settings = environmentOf(lines.map((line) => line.replace(/^#/, '')));
    const options = readOptions(words.split(' '), settings);
    t.is(options?.everySeconds, 60);
    t.is(options?.out, '/srv/apparel-catalogue/dist');
    t.is(options?.content, '/srv/apparel-catalogue/content');
    t.is(options?.service?.url.href, 'https://specification.example.com/');
    t.is(options?.service?.token, undefined, 'an empty token counts as missing');
    t.is(options?.service?.maxAgeSeconds, 900);
  },
);

test.serial(
  'the unit of pull runs every 30 seconds with the settings of its example',
  async (t) => {
    const text = await readFile('infra/systemd/pull.service', 'utf8');
    const [, words = ''] = /^ExecStart=.*\/releases\/remote\/pull-main\.js (.*)$/m.exec(text) ?? [];
    const example = await readFile('infra/systemd/pull.env', 'utf8');
    const settings = environmentOf(example.split('\n').filter((line) => /^\w/.test(line)));
    const args = words.replace(/\$\{REMOTE\}/, settings['REMOTE'] ?? '').split(' ');
    t.deepEqual(parsePullCommand(args), {
      ...{ remote: 'catalogue:releases', out: '/srv/apparel-catalogue/dist', allowOlder: false },
      everySeconds: 30,
    });
    t.is(settings['RELEASE_PUBLIC_KEY'], '/etc/apparel-catalogue/release.pub');
  },
);

test.serial('systemd waits longer for the service to stop than a stop takes', (t) => {
  t.true(Number(valuesOf('TimeoutStopSec')[0]) * 1000 > 10_000);
  t.true(stopTimeoutMs < 9000);
});

test.serial('systemd allows the service three times the memory of its cached answers', (t) => {
  const [, gibibytes] = /^(\d+)G$/.exec(valuesOf('MemoryMax')[0] ?? '') ?? [];
  t.true(Number(gibibytes) * 2 ** 30 >= 3 * defaultMaxBytes);
});

/**
 * Copies the systemd units and their hardening settings to a new folder, so changed that they run the Node.js of this
 * test. Returns the folder.
 */
async function copyUnits(t: ExecutionContext): Promise<string> {
  const folder = await makeFolder(t);
  for (const file of await readdir('infra/systemd')) {
    if (!/\.(service|timer)$/.test(file)) continue;
    const text = await readFile(join('infra/systemd', file), 'utf8');
    const node = /\/opt\/apparel-catalogue\/current\/node\/bin\/node/g;
    // A template is copied as an instance, because systemd does not analyse templates.
    const path = join(folder, file.replace('@', '@1'));
    await writeFile(path, text.replace(node, process.execPath));
    if (file.endsWith('.timer')) continue;
    await mkdir(`${path}.d`);
    await copyFile('infra/systemd/hardening.conf', join(`${path}.d`, 'hardening.conf'));
  }
  return folder;
}

/**
 * Runs systemd-analyze with `args` on all unit files in a folder. Returns file name → output lines that name the file,
 * or undefined if systemd-analyze is not installed.
 */
async function analyze(folder: string, ...args: readonly string[]) {
  const program = { name: 'systemd-analyze', package: 'systemd', file: 'systemd-analyze' };
  if ((await missingPrograms([program])).length > 0) return undefined;
  const files = (await readdir(folder)).filter((file) => !file.endsWith('.d'));
  // One process for all files, because starting a process stops all tests of this one for a moment.
  const paths = files.map((file) => join(folder, file));
  const { stdout, stderr } = await promisify(execFile)('systemd-analyze', [
    ...args,
    ...paths,
  ]).catch((error: { stdout: string; stderr: string }) => error);
  // It also checks units of this machine to which these units refer.
  const lines = `${stdout}\n${stderr}`.split('\n');
  return new Map(files.map((file) => [file, lines.filter((line) => line.includes(file))]));
}

test.serial('systemd accepts every unit', async (t) => {
  const said = await analyze(await copyUnits(t), 'verify');
  if (said === undefined) t.log('SKIPPED: systemd-analyze is not installed');
  for (const [file, lines] of said ?? []) t.deepEqual(lines, [], file);
  t.pass();
});

test.serial('systemd-analyze rates the exposure of every service as low', async (t) => {
  const folder = await copyUnits(t);
  const said = await analyze(folder, 'security', '--offline=yes');
  if (said === undefined) t.log('SKIPPED: systemd-analyze is not installed');
  for (const [file, lines] of said ?? []) {
    if (file.endsWith('.timer')) continue;
    const [, level] = /exposure level for .*: ([\d.]+) /.exec(lines.join('\n')) ?? [];
    // nginx starts as root, to bind 443 and to read the key of the certificate.
    t.true(Number(level) <= (file === 'catalogue-nginx.service' ? 3 : 2), `${file}: ${level}`);
  }
  t.pass();
});

test.serial(
  'every unit that infra/install starts is in infra/systemd, and every service is started',
  async (t) => {
    const names = await readFile('infra/install.d/names.sh', 'utf8');
    const [, table = ''] = /<<'TABLE'\n([\s\S]*?)\nTABLE\n/.exec(names) ?? [];
    const started = table.split('\n').map((row) => row.split(/ +/)[0]?.replace(/@\d/, '@') ?? '');
    const files = (await readdir('infra/systemd')).filter((file) =>
      /\.(service|timer)$/.test(file),
    );
    // A timer starts the service of its name.
    const services = files.filter((file) => !files.includes(file.replace('.service', '.timer')));
    const timers = files.filter((file) => file.endsWith('.timer'));
    t.deepEqual([...new Set(started)].sort(), [...new Set([...services, ...timers])].sort());
  },
);
