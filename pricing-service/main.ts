/** The pricing service as a process: config → Redis → app → listen → graceful stop. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { createRedisAccountStore } from './accounts/redis-accounts.ts';
import { createVerifier } from './accounts/verifier.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { createActiveRelease } from './pricing/active-release.ts';
import { createKeyedAnswers } from './pricing/keyed-answers.ts';
import { createRedisNetPriceStore } from './pricing/redis-net-prices.ts';
import { createReleasedDocuments } from './pricing/released-documents.ts';
import { createRedis } from './redis.ts';

const log = createLog(process.stdout);
const clock = () => performance.now();

try {
  start();
} catch (error) {
  log.error('not_started', error);
  process.exitCode = 1;
}

function start(): void {
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
  app.on('error', (error) => log.error('connection_error', error));

  const server = createServer(app.callback());
  server.on('error', (error) => {
    log.error('not_listening', error);
    redis.disconnect();
    process.exitCode = 1;
  });
  server.listen(port, host, () => {
    log.info('listening', { host, port: (server.address() as AddressInfo).port });
  });

  const stop = () => {
    log.info('stopping');
    // Requests under way are answered; connections kept alive are closed.
    server.close(() => redis.disconnect());
    server.closeIdleConnections();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
