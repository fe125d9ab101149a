/** Serves a release as in production, with servers that belong to this run only: `npm run stack`. */
import { join } from 'node:path';
import type { Manifest } from '../../contract/release.ts';
import { createDemoAccounts, type DemoAccount } from './demo-accounts.ts';
import { findPort } from './find-port.ts';
import type { Run } from './run-until-stopped.ts';
import { createServerStarter } from './servers.ts';
import type { ResolvedSettings } from './settings.ts';
import { startNginx, type TlsRun } from './start-nginx.ts';
import { startPricingService } from './start-pricing-service.ts';
import { startRedis, writeDemoAccounts } from './start-redis.ts';
import { startSyncer } from './start-syncer.ts';

/** Accounts and addresses of a running stack, which the runner prints. */
export interface ServedStack {
  readonly accounts: readonly DemoAccount[];
  readonly redisUrl: string;
  /** Loopback port of nginx's metrics. */
  readonly metricsPort: number;
  /** Loopback port of the pricing service's metrics. */
  readonly pricingMetricsPort: number;
}

/**
 * Writes new demo accounts to a private redis-server. Then starts the pricing service, nginx and, if `usesService` is
 * set, `npm run sync`, which writes the sync listing (the active products). Resolves when nginx serves the release in
 * `dist/` of the run's folder; rejects if a server ends before it serves. All servers end with the run; the run fails if
 * a server ends by itself.
 */
export async function serveStack(
  run: Run,
  { host, port, baseUrl, usesService }: ResolvedSettings,
  { manifest, tls }: { manifest: Manifest; tls?: TlsRun | undefined },
): Promise<ServedStack> {
  const { folder, stop } = run;
  const out = join(folder, 'dist');
  const accounts = createDemoAccounts(manifest);
  const startServer = await createServerStarter(run);
  const redisUrl = await startRedis(startServer, run);
  const environment = { REDIS_URL: redisUrl, DIST_DIR: out, BASE_URL: baseUrl };
  await writeDemoAccounts(redisUrl, accounts, stop);
  const pricing = await startPricingService(startServer, environment);
  if (usesService) await startSyncer(startServer, { folder: out, stop });
  const metricsPort = await findPort('127.0.0.1', 0);
  const ports = { port, pricingPort: pricing.port, metricsPort };
  const { release } = manifest;
  await startNginx(startServer, { folder, host, ...ports, baseUrl, tls, release, stop });
  return { accounts, redisUrl, metricsPort, pricingMetricsPort: pricing.metricsPort };
}
