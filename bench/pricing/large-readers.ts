/**
 * Requests a long answer like many clients: once in each content coding, then by many slow readers at once.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { codings } from '../../contract/representation.ts';

/** The measurements of `readLarge`, which requests a long answer like many clients. */
export interface LargeReading {
  /** Content coding → seconds from the request with this coding until the whole answer was received. */
  readonly seconds: Readonly<Record<string, number>>;
  /**
   * The number of clients that read the uncompressed answer at once; `length` is that answer's length in
   * bytes.
   */
  readonly readers: number;
  readonly length: number;
}

const readers = 20;

/**
 * Requests a long answer once in each content coding, all at the same time; the server must not have cached the answer.
 * Then 20 clients request it uncompressed and read nothing for two seconds: a server that prepares the whole
 * answer for each of them then needs much memory. Throws an error if the status of an answer is not 200.
 */
export async function readLarge(url: string, key: string): Promise<LargeReading> {
  const seconds: Record<string, number> = {};
  await Promise.all(
    codings.map(async (coding) => {
      const begun = performance.now();
      const reply = await ask(url, key, coding);
      reply.resume();
      await once(reply, 'end');
      seconds[coding] = (performance.now() - begun) / 1000;
    }),
  );
  const replies = await Promise.all(
    Array.from({ length: readers }, () => ask(url, key, 'identity')),
  );
  // No client reads: if the service made the answer ahead of them, that would be visible now.
  await wait(2000);
  const length = Number(replies[0]?.headers['content-length']);
  await Promise.all(
    replies.map(async (reply) => {
      reply.resume();
      await once(reply, 'end');
    }),
  );
  return { seconds, readers, length };
}

async function ask(url: string, key: string, coding: string): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': coding };
  const [reply] = (await once(get(url, { agent: false, headers }), 'response')) as [
    IncomingMessage,
  ];
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
  return reply;
}
