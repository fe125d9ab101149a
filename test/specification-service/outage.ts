/**
 * Prints what both servers answer to `GET /v1/sync/activeProduct`, second by second, while the
 * specification service is unavailable for longer than SYNC_MAX_AGE, returns, and then the syncing process is killed:
 *
 *   node --import tsx test/specification-service/outage.ts
 */

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { healthSchema } from '../../contract/schemas/health.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { makeFolder } from '../helpers/content.ts';
import type { Client, Reply } from '../helpers/http-client.ts';
import { build } from '../helpers/released-files.ts';
import { startSyncer } from '../helpers/syncer.ts';
import { collectTeardowns } from '../helpers/teardown.ts';
import { startService } from './server.ts';

const settings = { every: '2s', maxAge: '8s' };
const seconds = 40;

const teardowns = collectTeardowns();
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Describes an answer of the sync route: its status, then number of products and max-age, or Retry-After and body. */
function words({ status, headers, text }: Reply): string {
  if (status !== 200) return `${status} Retry-After: ${headers['retry-after']} ${text}`;
  const items = (JSON.parse(text) as unknown[]).length;
  const maxAge = /max-age=\d+/.exec(String(headers['cache-control']))?.[0];
  return `200 ${items} products, ${maxAge}`;
}

async function look(client: Client): Promise<string> {
  const { listing } = healthSchema.parse((await client('/v1/health')).json());
  const age = listing ? `age ${listing.age}${listing.expired ? ', expired' : ''}` : 'none';
  return `${words(await client('/v1/sync/activeProduct'))} | health: ${age}`;
}

try {
  const out = join(await makeFolder(teardowns), 'dist');
  await build(teardowns, undefined, out);
  const products = ['TEE-1', 'HOOD-2', 'BAG-5'].map((sku) => ({ sku, companies: ['north-shop'] }));
  const service = await startService({ products });
  teardowns.teardown(() => service.leave());
  const { clients } = await serveFolder(teardowns, out);
  const args = ['--out', out, '--every', settings.every];
  const environment = { SPECIFICATION_URL: service.url, SYNC_MAX_AGE: settings.maxAge };
  const syncer = startSyncer(teardowns, args, environment);
  await syncer.next({ event: 'synced' });
  say(`--every ${settings.every}, SYNC_MAX_AGE=${settings.maxAge}`);
  const events: Readonly<Record<number, readonly [string, () => Promise<unknown>]>> = {
    5: ['the service goes', () => service.leave()],
    20: ['the service comes back', () => service.comeBack()],
    26: ['kill -9 of the syncing process', () => syncer.end('SIGKILL')],
  };
  const both = clients();
  const begun = Date.now();
  let printed = syncer.lines.length;
  for (let second = 0; second <= seconds; second += 1) {
    await wait(Math.max(0, begun + second * 1000 - Date.now()));
    const [event, happen] = events[second] ?? [];
    if (event) say(`       -- ${event}`);
    await happen?.();
    for (const line of syncer.lines.slice(printed)) {
      say(`       sync: ${line['event']}${line['message'] ? `: ${line['message']}` : ''}`);
    }
    printed = syncer.lines.length;
    const answers = await Promise.all(
      both.map(async ([name, client]) => `${name}: ${await look(client)}`),
    );
    const [first = '', second_ = ''] = answers.map((answer) => answer.replace(/^\w+: /, ''));
    const at = `${String(second).padStart(3)} s`;
    if (first === second_) say(`${at}  both: ${first}`);
    else for (const answer of answers) say(`${at}  ${answer}`);
  }
} finally {
  await teardowns.run();
}
