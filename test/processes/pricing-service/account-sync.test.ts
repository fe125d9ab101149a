/** `npm run keys -- account sync`: accounts from a table. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { runKeysCommand } from '../../../pricing-service/keys-command/keys-program.ts';
import { makeTiers } from '../../helpers/pricing-app.ts';
import { startRedis } from '../../helpers/redis-server.ts';

const head = 'id,name,tier,program,pricing';

/** Starts a Redis; `sync` runs the command with a table of these rows, `keys` runs other commands. */
async function startWorld(t: ExecutionContext) {
  const { client, url } = await startRedis(t);
  const dist = await makeTiers(t);
  const file = join(dist, 'accounts.csv');
  const environment = { REDIS_URL: url, DIST_DIR: dist, SUDO_USER: 'ana' };
  const keys = (line: string) => runKeysCommand(line.split(' '), environment);
  const sync = async (rows: readonly string[], line = '--yes', ask?: () => Promise<boolean>) => {
    await writeFile(file, `${[head, ...rows].join('\n')}\n`);
    const args = ['account', 'sync', file, ...line.split(' ')];
    return runKeysCommand(args, environment, { ask });
  };
  const states = async () =>
    (JSON.parse((await keys('account list --json')).stdout) as { id: string; tier: string }[]).map(
      (account) => Object.values(account).join(' '),
    );
  return { client, keys, sync, states };
}

test.serial(
  'a table adds and changes accounts with one audit entry each, and leaves accounts that it lacks',
  async (t) => {
    const { client, sync, states } = await startWorld(t);
    const rows = ['acme,Acme,A3,linked,on', 'beta,"Bêta, inc.",A1,pending,off'];
    t.like(await sync(rows), { exitCode: 0, stderr: '' });
    t.deepEqual(await states(), [
      'acme Acme A3 linked true 0',
      'beta Bêta, inc. A1 pending false 0',
    ]);
    t.is(await client.xlen(redisKeys.audit), 2);
    const again = await sync(rows);
    t.is(again.stdout, 'nothing to change\n');
    const shown = await sync(['acme,Acme,A1,linked,on', 'new,New,A3,approved,on'], '--dry-run');
    t.is(
      shown.stdout,
      'added (1):\n  new  name New, tier A3, program approved, pricing on\nchanged (1):\n  acme  tier A3 → A1\nnot in the table (1):\n  beta\n',
    );
    t.is(await client.xlen(redisKeys.audit), 2);
    t.is((await sync(['acme,Acme,A1,linked,on'])).exitCode, 0);
    t.deepEqual(await states(), [
      'acme Acme A1 linked true 0',
      'beta Bêta, inc. A1 pending false 0',
    ]);
    t.is(await client.xlen(redisKeys.audit), 3);
  },
);

test.serial(
  'a sync asks first, and switches pricing off only with --off-missing, and for a tenth only if told',
  async (t) => {
    const { sync, states } = await startWorld(t);
    const rows = Array.from({ length: 10 }, (_, at) => `id-${at},N,A3,linked,on`);
    t.regex((await sync(rows, '--json')).stderr, /no terminal to ask on; add --yes\n$/);
    t.is((await sync(rows, '--json', async () => false)).stderr, 'nothing was changed\n');
    const made = await sync(rows, '--json', async () => true);
    t.is((JSON.parse(made.stdout) as { added: unknown[] }).added.length, 10);
    const off = async (count: number, line: string) => sync(rows.slice(count), line);
    t.is((await off(1, '--yes')).stdout, 'not in the table (1):\n  id-0\nnothing to change\n');
    t.is((await off(1, '--yes --off-missing')).exitCode, 0);
    const refused = await off(3, '--yes --off-missing');
    t.is(refused.exitCode, 1);
    t.regex(
      refused.stderr,
      /^nothing was changed: 2 of 9 accounts would lose pricing, .+--accept-loss\n$/,
    );
    t.is((await off(3, '--yes --off-missing --accept-loss')).exitCode, 0);
    t.is((await states()).filter((state) => state.includes('false')).length, 3);
  },
);

test.serial(
  'a table with faults changes nothing, and all are named with their lines',
  async (t) => {
    const { client, sync } = await startWorld(t);
    const rows = [
      ...['acme,Acme,A3,linked,on', 'acme,Acme,A3,linked,on', 'b c,B,A3,linked,on'],
      ...['d,D,Z9,linked,on', 'e,,A3,linked,on', 'f,F,A3,friend,on', 'g,G,A3,linked,yes'],
    ];
    const { exitCode, stderr } = await sync(rows);
    t.is(exitCode, 1);
    for (const fault of [
      /line 3: id acme is there twice/,
      /line 4: id must be 1 to 64/,
      /line 5: tier must be one of A1, A3/,
      /line 6: name must be 1 to 100/,
      /line 7: program must be one of/,
      /line 8: pricing must be on or off/,
    ]) {
      t.regex(stderr, fault);
    }
    t.is(await client.dbsize(), 0);
  },
);

test.serial('two thousand rows are applied in one run', async (t) => {
  const { client, sync } = await startWorld(t);
  const rows = Array.from({ length: 2000 }, (_, at) => `id-${at},Name ${at},A3,linked,on`);
  const startedAt = performance.now();
  t.is((await sync(rows)).exitCode, 0);
  t.log(`${Math.round(performance.now() - startedAt)} ms`);
  t.is(await client.scard(redisKeys.accounts), 2000);
});
