/**
 * `npm run stack`: the real thing on one machine, in the foreground. A private redis-server, the
 * catalogue published into it, the pricing service, and nginx with `infra/nginx.conf`; with `--tls`
 * over HTTPS and HTTP/2, with a certificate made for the run.
 */
import { join } from 'node:path';
import { missingPrograms, provisionHint, stackPrograms } from '../provision/programs.ts';
import { renderAnnouncement } from './announce.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { findPort } from './find-port.ts';
import { findPlace } from './place.ts';
import { runBuild, runScript } from './run-build.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { makeSelfSignedCertificate } from './self-signed-certificate.ts';
import { createServerStarter } from './servers.ts';
import { localAddress } from './settings.ts';
import { startNginx, type TlsRun } from './start-nginx.ts';
import { startPricingService } from './start-pricing-service.ts';
import { startRedis, writeDemoAccounts } from './start-redis.ts';
import { startSyncer } from './start-syncer.ts';

await runUntilStopped(async (run) => {
  const { folder, stop } = run;
  const place = await findPlace(process.argv.slice(2), { offersTls: true });
  const { host, port, address, baseUrl } = place;
  const missing = await missingPrograms(stackPrograms);
  if (missing.length > 0) throw new Error(provisionHint(missing));

  const tls = place.tls ? await prepareTls(folder, host) : undefined;
  const out = join(folder, 'dist');
  const manifest = await runBuild(place, { out, stop });
  const accounts = createDemoAccounts(manifest);
  const startServer = await createServerStarter(run);
  const redisUrl = await startRedis(startServer, run);
  const environment = { REDIS_URL: redisUrl, DIST_DIR: out, BASE_URL: baseUrl };
  await runScript('build/publish/main.ts', ['--out', out], { stop, environment });
  await writeDemoAccounts(redisUrl, accounts, stop);
  const pricing = await startPricingService(startServer, environment);
  if (place.asksService) await startSyncer(startServer, { folder: out, stop });
  const metricsPort = await findPort('127.0.0.1', 0);
  const ports = { port, pricingPort: pricing.port, metricsPort };
  const { release } = manifest;
  await startNginx(startServer, { folder, host, ...ports, baseUrl, tls, release, stop });

  const more = [
    `metrics ${localAddress('127.0.0.1', metricsPort)}/metrics`,
    `pricing-metrics ${localAddress('127.0.0.1', pricing.metricsPort)}/metrics`,
    ...(tls ? renderTls(host, tls) : []),
    `redis ${redisUrl}`,
  ];
  process.stdout.write(renderAnnouncement({ address, manifest, accounts, more }));
});

async function prepareTls(folder: string, host: string): Promise<TlsRun> {
  const certificate = await makeSelfSignedCertificate(folder);
  return { ...certificate, plainPort: await findPort(host, 0) };
}

function renderTls(host: string, { certificateFile, plainPort }: TlsRun): string[] {
  return [`certificate ${certificateFile}`, `plain ${localAddress(host, plainPort)}`];
}
