/**
 * A specification service for experiments:
 *
 *   node --import tsx test/specification-service/main.ts [--content DIR] [--port PORT] [--token TOKEN]
 *
 * It lists the products of the content's active-products.csv. Each line on standard input reloads the table and selects
 * the behaviour: `well`, or a name in `behaviours.ts`.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createContentSource } from '../../sync/content-source.ts';
import { type Behaviour, behaviours } from './behaviours.ts';
import { startService } from './server.ts';

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: 'content' },
    port: { type: 'string', default: '9090' },
    token: { type: 'string' },
  },
});
const { content, port, token } = values;
const { signal } = new AbortController();
const read = async () => (await createContentSource(content).ask(undefined, signal)).products;
const service = await startService({
  products: await read(),
  port: Number(port),
  ...(token !== undefined && { token }),
});
const names = ['well', ...Object.keys(behaviours)];
process.stdout.write(`SPECIFICATION_URL=${service.url}\nbehaves: ${names.join(' | ')}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const name = line.trim();
  if (names.includes(name)) {
    service.list(await read());
    service.behave(name as Behaviour);
    process.stdout.write(`behaves: ${name}\n`);
  } else process.stdout.write(`no such behaviour; there are ${names.join(' | ')}\n`);
}
await service.leave();
