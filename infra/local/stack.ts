/**
 * `npm run stack`: runs all servers of the product in the foreground on one machine. It starts a private
 * redis-server, loads the net prices into it, and starts the pricing service and nginx with
 * `infra/nginx.conf`. `--tls` serves HTTPS and HTTP/2 with a certificate made for the run.
 */
import { join } from 'node:path';
import { missingPrograms, provisionHint, stackPrograms } from '../provision/programs.ts';
import { renderAnnouncement } from './announce.ts';
import { findPort } from './find-port.ts';
import { findSampleSku } from './read-current.ts';
import { runBuild } from './run-build.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { makeSelfSignedCertificate } from './self-signed-certificate.ts';
import { serveStack } from './serve-stack.ts';
import { localAddress } from './settings.ts';
import type { TlsRun } from './start-nginx.ts';

await runUntilStopped('stack', async (run, settings) => {
  const { folder, stop } = run;
  const { host, address } = settings;
  const missing = await missingPrograms(stackPrograms);
  if (missing.length > 0) throw new Error(provisionHint(missing));

  const tls = settings.tls ? await prepareTls(folder, host) : undefined;
  const manifest = await runBuild(settings, { out: join(folder, 'dist'), stop });
  const { accounts, ...served } = await serveStack(run, settings, { manifest, tls });

  const more = [
    `metrics ${localAddress('127.0.0.1', served.metricsPort)}/metrics`,
    `pricing-metrics ${localAddress('127.0.0.1', served.pricingMetricsPort)}/metrics`,
    ...(tls ? renderTls(host, tls) : []),
    `redis ${served.redisUrl}`,
  ];
  const sku = findSampleSku(join(folder, 'dist'), manifest);
  process.stdout.write(renderAnnouncement({ address, sku, accounts, more }));
});

async function prepareTls(folder: string, host: string): Promise<TlsRun> {
  const certificate = await makeSelfSignedCertificate(folder);
  return { ...certificate, plainPort: await findPort(host, 0) };
}

function renderTls(host: string, { certificateFile, plainPort }: TlsRun): string[] {
  return [`certificate ${certificateFile}`, `plain ${localAddress(host, plainPort)}`];
}
