/** The pricing service as a process: config → Redis → app → listen → graceful stop. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRedisVerifier } from './accounts/redis-verifier.ts';
import { createApp } from './app.ts';
import { answerClientErrors } from './client-errors.ts';
import { createClock } from './clock.ts';
import { readConfig } from './config.ts';
import { keepAliveMs, maxHeaderBytes } from './connections.ts';
import { assertKeepsKeys, EvictionPolicyError } from './eviction.ts';
import { createLog, type Log } from './log.ts';
import { createActiveRelease } from './pricing/active-release.ts';
import { createKeyedAnswers } from './pricing/keyed-answers.ts';
import { createRedisNetPriceStore } from './pricing/redis-net-prices.ts';
import { createReleasedDocuments } from './pricing/released-documents.ts';
import { createRedis, inTime, type RedisConnection } from './redis.ts';

const log = createLog(process.stdout);
const clock = createClock();

try {
  await start();
} catch (error) {
  log.error('not_started', error);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const { host, port, redisUrl, distDir, baseUrl } = readConfig();
  const redis = createRedis(redisUrl, log);
  const netPrices = createRedisNetPriceStore(redis);
  const verifier = createRedisVerifier(redis, redisUrl, log, { clock });
  const disconnect = () => {
    verifier.stop();
    redis.disconnect();
  };
  const app = createApp({
    verifier,
    answers: createKeyedAnswers({
      activeRelease: createActiveRelease(netPrices, clock),
      documents: createReleasedDocuments(distDir),
      netPrices,
    }),
    baseUrl,
    log,
  });
  app.on('error', (error) => log.error('connection_error', error));

  // nginx has looked at Host already.
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveMs,
  });
  answerClientErrors(server, baseUrl);
  const stopping = closeWhenStopping(server);
  server.on('request', app.callback());
  server.on('error', (error) => {
    log.error('not_listening', error);
    disconnect();
    process.exitCode = 1;
  });
  await firstWord(redis);
  // What is read before changes are heard would be read again then. The listener logs why it is late.
  await inTime(verifier.listening).catch(() => undefined);
  try {
    await lookAtEviction(redis, log);
  } catch (error) {
    disconnect();
    throw error;
  }
  server.listen(port, host, () => {
    log.info('listening', { host, port: (server.address() as AddressInfo).port });
  });

  const stop = () => {
    log.info('stopping');
    stopping.begin();
    server.close(disconnect);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/**
 * Resolves once Redis answers, refuses or takes too long: the first requests are not lost to a
 * connection being made, and a silent Redis does not keep the service from listening.
 */
async function firstWord(redis: RedisConnection): Promise<void> {
  const word = new Promise<void>((resolve) => {
    redis.once('ready', resolve).once('error', () => resolve());
  });
  await inTime(word).catch((error: unknown) => log.error('redis_error', error));
}

/**
 * Rejects when the Redis that answers could drop keys. Where it does not answer, or does not tell, that is
 * logged: keyed answers wait for it anyway, and it is looked at again at each connection, as another
 * server may stand there after a failover. The service does not end for that any more.
 */
async function lookAtEviction(redis: RedisConnection, log: Log): Promise<void> {
  const look = () => assertKeepsKeys(redis);
  redis.on('ready', () => look().catch((error) => log.error('redis_may_drop_keys', error)));
  if (redis.status !== 'ready') return;
  await look().catch((error: unknown) => {
    if (error instanceof EvictionPolicyError) throw error;
    log.error('eviction_unknown', error);
  });
}

/** Once stopping has begun, requests under way are answered and no connection is kept for another. */
function closeWhenStopping(server: Server): { begin(): void } {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  server.on('request', (_request, response) => {
    if (stopping) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return {
    begin() {
      stopping = true;
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      server.closeIdleConnections();
    },
  };
}
