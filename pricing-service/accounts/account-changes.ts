/**
 * Hears of changes of accounts and their keys, which whoever makes one publishes in the same step. It
 * makes a revocation quick and is not what bounds it: a channel that is lost costs nothing but time
 * (decision 36).
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { Log } from '../log.ts';

export interface AccountChanges {
  /** Resolves once it listens for the first time. */
  readonly listening: Promise<void>;
  /** Ends the listening. */
  stop(): void;
}

export interface Ears {
  /** An account or one of its keys was changed. */
  readonly changed: (accountId: string) => void;
  /** Listening has begun for the first time, or again: changes before this moment may have been missed. */
  readonly missed: (isFirst: boolean) => void;
}

/** How often the channel is asked for a sign of life; a connection that is silent for long is made anew. */
const heartbeatMs = 5000;

/**
 * Listens until it is stopped. `connect` gives a connection that is made when it is asked to and ends with
 * its first fault; then another is asked for. The first fault in a row is logged, and the return.
 */
export function listenForChanges(connect: () => Redis, ears: Ears, log: Log): AccountChanges {
  const stopping = new AbortController();
  const { signal: stop } = stopping;
  let faults = 0;
  const listening = new Promise<void>((resolve) => {
    let isFirst = true;
    const begun = () => {
      if (faults > 0) log.info('changes_heard_again');
      faults = 0;
      ears.missed(isFirst);
      isFirst = false;
      resolve();
    };
    void listen(begun);
  });

  async function listen(begun: () => void): Promise<void> {
    while (!stop.aborted) {
      const fault = await hear(connect(), { changed: ears.changed, begun }, stop);
      if (stop.aborted) return;
      if (faults === 0) log.error('changes_not_heard', fault);
      faults += 1;
      const delay = Math.min(faults * 50, 1000);
      await wait(delay, undefined, { ref: false, signal: stop }).catch(() => {});
    }
  }

  return { listening, stop: () => stopping.abort() };
}

/** Listens on one connection until it ends; gives why it did. */
async function hear(
  connection: Redis,
  { changed, begun }: Pick<Ears, 'changed'> & { readonly begun: () => void },
  stop: AbortSignal,
): Promise<unknown> {
  let fault: unknown;
  connection.on('error', (error) => {
    fault = error;
  });
  const ended = new Promise<void>((resolve) => connection.once('end', () => resolve()));
  const end = () => connection.disconnect();
  stop.addEventListener('abort', end);
  connection.on('message', (_channel: string, accountId: string) => changed(accountId));
  let heart: NodeJS.Timeout | undefined;
  try {
    await connection.connect();
    await connection.subscribe(redisKeys.accountChanges);
    begun();
    heart = setInterval(() => connection.ping().catch(end), heartbeatMs).unref();
    await ended;
  } catch (error) {
    fault ??= error;
    end();
  } finally {
    clearInterval(heart);
    stop.removeEventListener('abort', end);
  }
  return fault ?? new Error('the connection was closed');
}
