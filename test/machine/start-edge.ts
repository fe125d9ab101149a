/** Starts the servers of one edge: a pricing service and nginx. */
import { join } from 'node:path';
import { linkedRelease } from '../../releases/release-store.ts';
import { baseUrl } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { serveWithNginx } from '../helpers/nginx.ts';
import { startPricingProcess } from '../helpers/pricing-process.ts';
import type { Teardown } from '../helpers/teardown.ts';

/**
 * Starts an edge (a pricing service and nginx) with the current release of the output folder `out`. Its Redis must have
 * an account and the net prices of the release.
 */
export async function startEdge(t: Teardown, out: string, redisUrl: string) {
  const folder = join(out, '..');
  // The longest timeout: on a busy machine Redis may reply late, which is no fault of a release.
  const settings = { REDIS_TIMEOUT_MS: '3000', BASE_URL: baseUrl };
  const service = startPricingProcess(t, { ...settings, REDIS_URL: redisUrl, DIST_DIR: out });
  const { port: pricingPort, metricsPort } = await service.listening();
  // It may listen before it has reached Redis.
  for (const operator = createClient(metricsPort); (await operator('/ready')).status !== 200; );
  const release = (await linkedRelease(out, 'current')) ?? '';
  const port = await serveWithNginx(t, { folder, baseUrl, pricingPort, release });
  return { out, port, client: createClient(port) };
}
