/**
 * `npm run stack`: runs a private Redis with demo accounts, the pricing service and nginx in the foreground; `--tls`
 * serves HTTPS and HTTP/2 with a certificate made for the run.
 */
import { join } from 'node:path';
import { missingPrograms, provisionHint, stackPrograms } from '../provision/programs.ts';
import { renderAnnouncement } from './announce.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { findPort } from './find-port.ts';
import { findSampleSku } from './read-current.ts';
import { runBuild } from './run-build.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { makeSelfSignedCertificate } from './self-signed-certificate.ts';
import { createServerStarter, startPricingService, startSyncer } from './servers.ts';
import { localAddress } from './settings.ts';
import { startNginx } from './start-nginx.ts';
import { startRedis, writeDemoAccounts } from './start-redis.ts';

const loopback = '127.0.0.1';

await runUntilStopped('stack', async (run, settings) => {
  const { folder, stop } = run;
  const { host, port, address, baseUrl } = settings;
  const missing = missingPrograms(stackPrograms);
  if (missing.length > 0) throw new Error(provisionHint(missing));

  const tls = settings.tls
    ? { ...(await makeSelfSignedCertificate(folder)), plainPort: await findPort(host, 0) }
    : undefined;
  const out = join(folder, 'dist');
  const manifest = await runBuild(settings, { out, stop });
  const { release } = manifest;
  const accounts = createDemoAccounts(manifest);
  const startServer = await createServerStarter(run);
  const redisUrl = await startRedis(startServer, run);
  const environment = { REDIS_URL: redisUrl, DIST_DIR: out, BASE_URL: baseUrl };
  await writeDemoAccounts(redisUrl, accounts, stop);
  const pricing = await startPricingService(startServer, environment);
  if (settings.usesService) await startSyncer(startServer, { folder: out, stop });
  const metricsPort = await findPort(loopback, 0);
  const ports = { port, pricingPort: pricing.port, metricsPort };
  await startNginx(startServer, { folder, host, ...ports, baseUrl, tls, release, stop });

  const more = [
    `metrics ${localAddress(loopback, metricsPort)}/metrics`,
    `pricing-metrics ${localAddress(loopback, pricing.metricsPort)}/metrics`,
    ...(tls ? [`certificate ${tls.certificateFile}`] : []),
    ...(tls ? [`plain ${localAddress(host, tls.plainPort)}`] : []),
    `redis ${redisUrl}`,
  ];
  const sku = findSampleSku(out, manifest);
  process.stdout.write(renderAnnouncement({ address, sku, accounts, more }));
});
