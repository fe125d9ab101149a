/**
 * Subscribes to the Redis channel that announces each change of an account or key, so that the service drops its cached
 * verifications and a revocation takes effect at once. If a message is lost, the change still takes effect within 60
 * seconds, because cached verifications expire.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { Log } from '../log.ts';

/** A subscription to the changes of accounts and keys. */
export interface AccountChanges {
  /**
   * Resolves when the subscription is active for the first time; later reconnections do not affect it. Never rejects:
   * stays pending while Redis cannot be reached, and forever if `stop` is called before.
   */
  readonly subscribed: Promise<void>;
  /** Ends the subscription and closes its connection. */
  stop(): void;
}

/** The functions that `subscribeToChanges` calls. */
export interface ChangeHandlers {
  /** Called with the id of an account when the account or one of its keys has changed. */
  readonly onChange: (accountId: string) => void;
  /**
   * Called whenever the subscription becomes active: the first time (`isFirst` is true) and after each reconnection.
   * Messages from before the call may have been missed, so older cached data may be outdated.
   */
  readonly onSubscribed: (isFirst: boolean) => void;
}

/**
 * Milliseconds between two PINGs on the subscription, which detect a dead connection: ioredis closes a connection on
 * which no reply comes within five seconds (`socketTimeout` in `redis/connect.ts`).
 */
const heartbeatMs = 5000;

/**
 * Subscribes to changes of accounts and keys in Redis until `stop` of the returned subscription is called. If the
 * connection ends or cannot be opened, subscribes again with a new connection after at most a second. `connect` creates
 * a connection that is not open yet and does not reconnect by itself. Of several failures in a row, only the first is
 * logged; a later success is logged too.
 */
export function subscribeToChanges(
  connect: () => Redis,
  handlers: ChangeHandlers,
  log: Log,
): AccountChanges {
  const stopping = new AbortController();
  const { signal: stop } = stopping;
  let failures = 0;
  const subscribed = new Promise<void>((resolve) => {
    let isFirst = true;
    const onSubscribed = () => {
      if (failures > 0) log.info('subscription_restored');
      failures = 0;
      handlers.onSubscribed(isFirst);
      isFirst = false;
      resolve();
    };
    void keepSubscribed(onSubscribed);
  });

  async function keepSubscribed(onSubscribed: () => void): Promise<void> {
    const { onChange } = handlers;
    while (!stop.aborted) {
      const error = await subscribeUntilClosed(connect(), { onChange, onSubscribed }, stop);
      if (stop.aborted) return;
      if (failures === 0) log.error('subscription_lost', error);
      failures += 1;
      const delayMs = Math.min(failures * 50, 1000);
      await wait(delayMs, undefined, { ref: false, signal: stop }).catch(() => {});
    }
  }

  return { subscribed, stop: () => stopping.abort() };
}

/**
 * Opens `connection` and stays subscribed with it until it closes, or until `stop` aborts and closes it. Never rejects:
 * resolves with the error that closed the connection, or with an `Error` with the message `the connection was closed`.
 */
async function subscribeUntilClosed(
  connection: Redis,
  {
    onChange,
    onSubscribed,
  }: Pick<ChangeHandlers, 'onChange'> & { readonly onSubscribed: () => void },
  stop: AbortSignal,
): Promise<unknown> {
  let failure: unknown;
  connection.on('error', (error) => {
    failure = error;
  });
  const closed = new Promise<void>((resolve) => connection.once('end', () => resolve()));
  const close = () => connection.disconnect();
  stop.addEventListener('abort', close);
  connection.on('message', (_channel: string, accountId: string) => onChange(accountId));
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    await connection.connect();
    await connection.subscribe(redisKeys.accountChanges);
    onSubscribed();
    heartbeat = setInterval(() => connection.ping().catch(close), heartbeatMs).unref();
    await closed;
  } catch (error) {
    failure ??= error;
    close();
  } finally {
    clearInterval(heartbeat);
    stop.removeEventListener('abort', close);
  }
  return failure ?? new Error('the connection was closed');
}
