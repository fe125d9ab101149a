/** The units match the programs that they start, the settings of nginx, and the alerts their entries in the runbook. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import { nginxModules } from '../../../infra/provision/programs.ts';
import { readConfig } from '../../../pricing-service/config.ts';
import { stopTimeoutMs } from '../../../pricing-service/connections.ts';
import { defaultMaxBytes } from '../../../pricing-service/stored-answers.ts';
import { parsePullCommand } from '../../../releases/remote/pull-command.ts';
import { readOptions } from '../../../sync/command-line.ts';

const read = (file: string) => readFile(`infra/${file}`, 'utf8');
const unit = readFileSync('infra/systemd/pricing-service@.service', 'utf8');

/** Returns the value of each line `setting=value` in the unit of the pricing service. */
function valuesOf(setting: string): string[] {
  return [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

/** Converts lines `NAME=value` to an object. Settings that are off by default are in comments. */
function environmentOf(lines: readonly string[]): Record<string, string> {
  const settings = lines.filter((line) => /^#?[A-Z_]+=/.test(line));
  return Object.fromEntries(settings.map((line) => line.replace(/^#/, '').split(/=(.*)/, 2)));
}

/** Returns the arguments of the program that a unit starts, and the settings in its example environment. */
async function readUnit(name: string) {
  const [, words = ''] =
    /^ExecStart=.* --import tsx \S+\.ts (.*)$/m.exec(await read(`systemd/${name}.service`)) ?? [];
  return { words, settings: environmentOf((await read(`systemd/${name}.env`)).split('\n')) };
}

test.serial('the instances listen on the addresses that nginx uses', async (t) => {
  const servers = await read('nginx/settings/pricing-server.conf');
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

test.serial('the programs accept their command lines and example settings', async (t) => {
  const example = (await read('systemd/pricing-service.env'))
    .replace('{{PRICING_SERVICE_PASSWORD}}', 'secret')
    .replace('{{BASE_URL}}', 'https://api.example.com');
  const settings = environmentOf(example.split('\n').filter((line) => !line.startsWith('#')));
  const { redisUrl, baseUrl, distDir } = readConfig(settings);
  t.deepEqual([redisUrl, baseUrl, distDir], Object.values(settings));

  const sync = await readUnit('sync-listing');
  const options = readOptions(sync.words.split(' '), sync.settings);
  const out = '/srv/apparel-catalogue/dist';
  t.like(options, { everySeconds: 60, out, content: '/srv/apparel-catalogue/content' });
  t.is(options?.service?.url.href, 'https://specification.example.com/');
  t.is(options?.service?.token, undefined, 'an empty token counts as missing');

  const pull = await readUnit('pull');
  const args = pull.words.replace(/\$\{REMOTE\}/, pull.settings['REMOTE'] ?? '').split(' ');
  const expected = {
    remote: 'catalogue:releases',
    out,
    allowOlder: false,
    unpins: false,
    everySeconds: 30,
  };
  t.deepEqual(parsePullCommand(args), expected);
});

test.serial('systemd gives the service the time of a stop and three times its cache', (t) => {
  t.true(Number(valuesOf('TimeoutStopSec')[0]) * 1000 > stopTimeoutMs + 1000);
  const [, gibibytes] = /^(\d+)G$/.exec(valuesOf('MemoryMax')[0] ?? '') ?? [];
  t.true(Number(gibibytes) * 2 ** 30 >= 3 * defaultMaxBytes);
});

test.serial(
  'infra/install starts every service or its timer, and installs every module of nginx',
  async (t) => {
    const names = await read('install.d/names.sh');
    const [, table = ''] = /<<'TABLE'\n([\s\S]*?)\nTABLE\n/.exec(names) ?? [];
    const started = table.split('\n').map((row) => row.split(/ +/)[0]?.replace(/@\d/, '@') ?? '');
    const files = (await readdir('infra/systemd')).filter((each) =>
      /\.(service|timer)$/.test(each),
    );
    const wanted = files.filter(
      (each) => !files.includes(each.replace('.service', '.timer')) || each.endsWith('.timer'),
    );
    t.deepEqual([...new Set(started)].sort(), wanted.sort());
    for (const { package: name } of nginxModules) t.true(names.includes(name), name);
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
