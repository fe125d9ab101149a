/** `catalogue status` on files, ports and a systemctl of a test. */
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { checkMachine } from '../../../infra/operate/check.ts';
import { readFacts } from '../../../infra/operate/read-facts.ts';
import { describeStatus, type Facts, renderStatus } from '../../../infra/operate/status.ts';
import { makeFolder } from '../../helpers/content.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');
const seconds = (text: string) => Date.parse(`2026-11-${text}:00Z`) / 1000;

const metrics = {
  'catalogue_release_info{release="7a74aa7f11bead3c"}': 1,
  catalogue_deploy_succeeded_timestamp_seconds: seconds('28T10:00'),
  catalogue_push_succeeded_timestamp_seconds: seconds('28T10:00'),
  catalogue_pull_succeeded_timestamp_seconds: seconds('29T11:59'),
  catalogue_pull_pointer_expiry_timestamp_seconds: seconds('30T00:00'),
  catalogue_listing_age_seconds: 42,
  catalogue_listing_left_seconds: 858,
  catalogue_listing_expired: 0,
};

const good: Facts = {
  role: 'main',
  release: { id: '7a74aa7f11bead3c', dueAt: '2026-12-01T05:00:00.000Z' },
  pin: undefined,
  metrics: new Map(Object.entries(metrics)),
  isServing: true,
  pushes: true,
  backupMs: Date.parse('2026-11-29T11:07:00Z'),
  certificateEndMs: Date.parse('2027-02-01T00:00:00Z'),
  stoppedUnits: [],
  notReady: [],
};

const withMetrics = (changed: Record<string, number>): Partial<Facts> => ({
  metrics: new Map(Object.entries({ ...metrics, ...changed })),
});

const failed = (what: string) =>
  withMetrics({ [`catalogue_${what}_failed_timestamp_seconds`]: seconds('29T10:00') });
const pulled = (what: string, time: string): Partial<Facts> => ({
  role: 'edge',
  ...withMetrics({ [`catalogue_pull_${what}_timestamp_seconds`]: seconds(time) }),
});
const pin = { release: '7a74', since: '2026-11-28T09:00:00.000Z', by: 'anna' };
const due = { id: '7a74aa7f11bead3c', dueAt: '2026-11-29T11:00:00.000Z' };

/** What is changed of the good facts → the line that is wrong then, and its text. */
const faults: readonly (readonly [Partial<Facts>, name: string, text: RegExp])[] = [
  [{ release: new Error('none yet: catalogue deploy') }, 'release', /^none yet/],
  [{ release: { id: 'other' } }, 'release', /^nginx does not serve other: catalogue logs nginx$/],
  [{ isServing: false }, 'release', /nginx does not answer/],
  [{ pin }, 'pinned', /by anna; catalogue deploy --unpin ends it$/],
  [{ release: due }, 'next date', /^2026-11-29 11:00 UTC has passed: catalogue logs dates$/],
  [failed('deploy'), 'last deploy', /^failed 2026-11-29 10:00 UTC: catalogue deploy shows why$/],
  [failed('push'), 'push', /^failed 2026-11-29 10:00 UTC: catalogue push shows why$/],
  [{ backupMs: undefined }, 'backup', /^none: catalogue logs backup$/],
  [{ backupMs: Date.parse('2026-11-29T09:07:00Z') }, 'backup', /^last 2026-11-29 09:07 UTC/],
  [withMetrics({ catalogue_listing_age_seconds: 301 }), 'sync', /^301 seconds old: catalogue logs/],
  [withMetrics({ catalogue_listing_expired: 1 }), 'sync', /expired/],
  [{ certificateEndMs: Date.parse('2026-12-10T00:00:00Z') }, 'certificate', /renew it/],
  [{ certificateEndMs: new Error('ENOENT') }, 'certificate', /^ENOENT$/],
  [
    { stoppedUnits: ['catalogue-sync.service'] },
    'services',
    /^catalogue-sync\.service does not run/,
  ],
  [{ notReady: ['pricing service 1: stopping'] }, 'services', /^pricing service 1: stopping$/],
  [pulled('succeeded', '29T11:30'), 'pull', /^last 2026-11-29 11:30 UTC: catalogue logs pull$/],
  [
    pulled('pointer_expiry', '29T10:00'),
    'pull',
    /machine has not pushed since 2026-11-29 10:00 UTC$/,
  ],
];

test('the status names each part that needs the operator, and only that', (t) => {
  for (const role of ['main', 'edge'] as const) {
    t.notRegex(renderStatus(describeStatus({ ...good, role }, nowMs)), /!!/);
  }
  for (const [change, name, text] of faults) {
    const wrong = describeStatus({ ...good, ...change }, nowMs).filter(({ isWrong }) => isWrong);
    t.is(wrong.map((line) => line.name).join(), name);
    t.regex(wrong[0]?.text ?? '', text);
  }
});

async function answerWith(t: ExecutionContext, status: number, body: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status).end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('the status reads metrics of commands and nginx, backups, pricing services and units', async (t) => {
  const folder = await makeFolder(t);
  const [out, backups] = [join(folder, 'dist'), join(folder, 'backups')];
  await mkdir(join(out, 'metrics'), { recursive: true });
  await mkdir(backups);
  const states = {
    'nginx.service': 'active',
    'sync.service': 'inactive',
    'dates.service': 'failed',
  };
  const units = Object.entries({ ...states, 'backup.service': 'inactive' }).map(
    ([unit, state]) => `Id=catalogue-${unit}\nActiveState=${state}\n`,
  );
  const script = `#!/bin/sh\ncat <<'END'\n${units.join('\n')}END\n`;
  await writeFile(join(folder, 'systemctl'), script, { mode: 0o755 });
  await writeFile(join(out, 'metrics/push.prom'), '# TYPE x gauge\ncatalogue_push_x 12\n');
  await writeFile(join(backups, 'one'), '');
  await utimes(join(backups, 'one'), nowMs / 1000, nowMs / 1000);
  const facts = await readFacts(
    { ROLE: 'main', TLS: 'off', PUSH_REMOTE: 'x:y' },
    {
      ...{ out, backups, systemctl: join(folder, 'systemctl') },
      metricsUrl: await answerWith(t, 200, 'catalogue_listing_expired 1\n'),
      readyUrls: [await answerWith(t, 200, 'ready'), await answerWith(t, 503, 'stopping\n')],
    },
  );
  t.like(facts, { isServing: true, pushes: true, backupMs: nowMs, certificateEndMs: undefined });
  t.deepEqual(facts.stoppedUnits, ['catalogue-sync.service', 'catalogue-dates.service']);
  t.deepEqual(facts.notReady, ['pricing service 2: stopping']);
  t.is(facts.metrics.get('catalogue_push_x'), 12);
  t.is(facts.metrics.get('catalogue_listing_expired'), 1);
  t.is((facts.release as Error).message, 'none yet: catalogue deploy');
});

test('the check names private files that others can read, wrong settings and unread new versions', async (t) => {
  const root = await makeFolder(t);
  const secrets = join(root, 'etc/apparel-catalogue/secrets');
  const prices = join(root, 'srv/apparel-catalogue/content/prices');
  for (const folder of [secrets, prices]) await mkdir(folder, { recursive: true, mode: 0o750 });
  const check = async (settings: NodeJS.ProcessEnv = {}) => {
    const lines = await checkMachine(settings, root);
    return Object.fromEntries(lines.map(({ name, text, isWrong }) => [name, isWrong ? text : '']));
  };
  const before = await check();
  t.like(before, { settings: '', rights: '', edited: '' });
  t.regex(before['nginx'] ?? '', /nginx/);
  await chmod(prices, 0o755);
  await writeFile(join(root, 'etc/apparel-catalogue/redis.conf.new'), '');
  t.like(await check({ TEST_KEYS: 'no' }), {
    rights: 'others can read /srv/apparel-catalogue/content/prices: infra/install mends it',
    edited: 'compare, then remove: /etc/apparel-catalogue/redis.conf.new',
  });
  t.regex((await check({ TEST_KEYS: 'no' }))['settings'] ?? '', /TEST_KEYS/);
});
