/**
 * Requests paths of https://localhost until SIGTERM, then prints a `LoadReport` as JSON:
 * `node --import tsx load.ts CERTIFICATE KEY`. Half of the clients open a connection for each request. The
 * others keep one connection, and repeat a request once if it fails, as RFC 9112 section 9.3.1 allows for a
 * closed connection.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

/** The result of the load; `asked` is the number of requests. */
export interface LoadReport {
  readonly asked: number;
  /**
   * Number of answers by text: path, `keyed` if a key was sent, and status or error message, such as `/v1/health 200`.
   */
  readonly answers: Readonly<Record<string, number>>;
  /** One line for each request without the expected answer. */
  readonly faults: readonly string[];
}

const [, , certificate = '', key = ''] = process.argv;
const ca = readFileSync(certificate);
const keyed = { Authorization: `Bearer ${key}` };
const targets = [
  { path: '/v1/health', headers: {} },
  { path: '/v1/products?locale=fr-CA', headers: {} },
  { path: '/v1/products/TEE100', headers: {} },
  { path: '/v1/products/TEE100', headers: keyed },
  { path: '/v1/products/TEE100/pricing', headers: keyed },
] as const;

let running = true;
let asked = 0;
const answers: Record<string, number> = {};
const faults: string[] = [];

interface Client {
  readonly agent: Agent | false;
  /**
   * The loopback address that requests come from; rate limits count each address as a separate client.
   */
  readonly localAddress: string;
}

function ask(target: (typeof targets)[number], client: Client): Promise<number> {
  const options = { host: '127.0.0.1', port: 443, servername: 'localhost', ca, ...client } as const;
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, ...target, timeout: 10_000 }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer within 10 seconds')));
    sent.once('error', reject);
    sent.end();
  });
}

async function load(keep: boolean, number: number): Promise<void> {
  const agent = keep && new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; running; turn += 1) {
    const target = targets[turn % targets.length] as (typeof targets)[number];
    asked += 1;
    // No address asks more often than the limits allow, however fast the machine is: the burst of the hard limit is
    // 200.
    const address = `127.${number + 1}.${process.pid % 256}.${1 + Math.floor(turn / 150)}`;
    const client = { agent, localAddress: address };
    const answer = await ask(target, client)
      .catch((error: Error) => (keep ? ask(target, client) : Promise.reject(error)))
      .catch((error: Error) => error.message);
    const name = `${target.path} ${target.headers === keyed ? 'keyed ' : ''}${answer}`;
    answers[name] = (answers[name] ?? 0) + 1;
    if (answer !== 200) faults.push(`${new Date().toISOString()} ${name}`);
    await wait(5);
  }
  if (agent) agent.destroy();
}

process.once('SIGTERM', () => {
  running = false;
});
await Promise.all([false, false, true, true].map(load));
process.stdout.write(JSON.stringify({ asked, answers, faults } satisfies LoadReport));
