/** The pricing service as a process: config → Redis → app → listen → graceful stop. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Redis } from 'ioredis';
import { createRedisAccountStore } from './accounts/redis-accounts.ts';
import { createVerifier } from './accounts/verifier.ts';
import { createApp } from './app.ts';
import { answerClientErrors } from './client-errors.ts';
import { readConfig } from './config.ts';
import { keepAliveMs, maxHeaderBytes } from './connections.ts';
import { createLog } from './log.ts';
import { createActiveRelease } from './pricing/active-release.ts';
import { createKeyedAnswers } from './pricing/keyed-answers.ts';
import { createRedisNetPriceStore } from './pricing/redis-net-prices.ts';
import { createReleasedDocuments } from './pricing/released-documents.ts';
import { createRedis, inTime } from './redis.ts';

const log = createLog(process.stdout);
const clock = () => performance.now();

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
  const app = createApp({
    verifier: createVerifier({ store: createRedisAccountStore(redis), clock }),
    answers: createKeyedAnswers({
      activeRelease: createActiveRelease(netPrices, clock),
      documents: createReleasedDocuments(distDir),
      netPrices,
    }),
    baseUrl,
    log,
  });

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
    redis.disconnect();
    process.exitCode = 1;
  });
  await firstWord(redis);
  server.listen(port, host, () => {
    log.info('listening', { host, port: (server.address() as AddressInfo).port });
  });

  const stop = () => {
    log.info('stopping');
    stopping.begin();
    server.close(() => redis.disconnect());
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/**
 * Resolves once Redis answers, refuses or takes too long: the first requests are not lost to a
 * connection being made, and a silent Redis does not keep the service from listening.
 */
async function firstWord(redis: Redis): Promise<void> {
  const word = new Promise<void>((resolve) => {
    redis.once('ready', resolve).once('error', () => resolve());
  });
  await inTime(word).catch((error: unknown) => log.error('redis_error', error));
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
