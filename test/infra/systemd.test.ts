/** The units agree with what they start, and those of the pricing service with nginx. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { missingPrograms } from '../../infra/provision/programs.ts';
import { readConfig } from '../../pricing-service/config.ts';
import { stopTimeoutMs } from '../../pricing-service/connections.ts';
import { defaultMaxBytes } from '../../pricing-service/pricing/keyed-answers.ts';
import { parsePullCommand } from '../../releases/remote/pull-command.ts';
import { readOptions } from '../../sync/command-line.ts';
import { makeFolder } from '../helpers/content.ts';

const name = 'pricing-service@.service';
const unit = await readFile(join('infra', 'systemd', name), 'utf8');

/** Returns the values of a setting. */
function valuesOf(setting: string): string[] {
  return [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

/** The `NAME=value` lines of a text. */
function environmentOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)));
}

test('the instances listen on the addresses that nginx uses', async (t) => {
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

test('every variable of the example environment is read', async (t) => {
  const text = await readFile('infra/systemd/pricing-service.env', 'utf8');
  const settings = environmentOf(text.split('\n').filter((line) => /^\w/.test(line)));
  const { redisUrl, baseUrl, distDir } = readConfig(settings);
  t.deepEqual([redisUrl, baseUrl, distDir], Object.values(settings));
});

test('the sync listing is made every minute with the settings of its example', async (t) => {
  const text = await readFile('infra/systemd/sync-listing.service', 'utf8');
  const [, words = ''] = /^ExecStart=.* sync\/main\.ts (.*)$/m.exec(text) ?? [];
  const example = await readFile('infra/systemd/sync-listing.env', 'utf8');
  const settings = environmentOf(example.split('\n').filter((line) => /^\w/.test(line)));
  const options = readOptions(words.split(' '), settings);
  t.is(options?.everySeconds, 60);
  t.is(options?.out, 'dist');
  t.is(options?.service?.url.href, 'https://specification.example.com/');
  t.is(options?.service?.token, undefined, 'an empty token counts as missing');
  t.is(options?.service?.maxAgeSeconds, 900);
});

test('an edge pulls every 30 seconds, with the settings of its example', async (t) => {
  const text = await readFile('infra/systemd/pull.service', 'utf8');
  const [, words = ''] = /^ExecStart=.* releases\/remote\/pull-main\.ts (.*)$/m.exec(text) ?? [];
  const example = await readFile('infra/systemd/pull.env', 'utf8');
  const settings = environmentOf(example.split('\n').filter((line) => /^\w/.test(line)));
  const args = words.replace(/\$\{REMOTE\}/, settings['REMOTE'] ?? '').split(' ');
  t.deepEqual(parsePullCommand(args), {
    ...{ remote: 'catalogue:releases', out: 'dist', allowOlder: false },
    everySeconds: 30,
  });
  t.is(settings['RELEASE_PUBLIC_KEY'], '/etc/apparel-catalogue/release.pub');
});

test('systemd waits longer for the service to stop than it takes', (t) => {
  t.true(Number(valuesOf('TimeoutStopSec')[0]) * 1000 > 10_000);
  t.true(stopTimeoutMs < 9000);
});

test('systemd allows the service three times the memory of its kept answers', (t) => {
  const [, gibibytes] = /^(\d+)G$/.exec(valuesOf('MemoryMax')[0] ?? '') ?? [];
  t.true(Number(gibibytes) * 2 ** 30 >= 3 * defaultMaxBytes);
});

for (const file of ['pricing-service@.service', 'sync-listing.service', 'pull.service']) {
  test(`systemd accepts ${file}`, async (t) => {
    const missing = await missingPrograms([
      { name: 'systemd-analyze', package: 'systemd', file: 'systemd-analyze' },
    ]);
    if (missing.length > 0) {
      t.log('SKIPPED: systemd-analyze is not here');
      t.pass();
      return;
    }
    const path = join(await makeFolder(t), file);
    const text = await readFile(join('infra', 'systemd', file), 'utf8');
    // Node.js may stand elsewhere on the machine of a test; systemd looks whether it is there.
    await writeFile(path, text.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`));
    const verify = promisify(execFile)('systemd-analyze', ['verify', path]);
    const result = await verify.catch((error: { stderr: string }) => error);
    // It looks at units that this one names too, and may have something to say about this machine's.
    const name = file.replace(/@?\.service$/, '');
    t.deepEqual(
      result.stderr.split('\n').filter((line) => line.includes(name)),
      [],
    );
  });
}
