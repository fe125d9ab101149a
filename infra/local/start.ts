/** `npm start`: builds the content and serves the whole API from this one process. */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { Manifest } from '../../contract/release.ts';
import { createVerifier } from '../../pricing-service/accounts/verifier.ts';
import { createApp } from '../../pricing-service/app.ts';
import { createLog } from '../../pricing-service/log.ts';
import { createActiveRelease } from '../../pricing-service/pricing/active-release.ts';
import { createKeyedAnswers } from '../../pricing-service/pricing/keyed-answers.ts';
import { createReleasedDocuments } from '../../pricing-service/pricing/released-documents.ts';
import { createAdvisoryLimit } from './advisory-limit.ts';
import { renderAnnouncement } from './announce.ts';
import { createDemoAccounts, type DemoAccount } from './demo-accounts.ts';
import { createEmbeddedServer } from './embedded-server.ts';
import { createFileNetPriceStore } from './file-net-prices.ts';
import { findPort, toPortUnavailable } from './find-port.ts';
import { createHardLimit } from './hard-limit.ts';
import { createMemoryAccountStore } from './memory-accounts.ts';
import { runBuild } from './run-build.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { localAddress, readLocalSettings } from './settings.ts';

const clock = () => performance.now();
const log = createLog(process.stderr);

await runUntilStopped(async ({ folder, stop, atEnd }) => {
  const settings = readLocalSettings(process.argv.slice(2));
  const { host } = settings;
  const port = await findPort(host, settings.port);
  const address = localAddress(host, port);
  const baseUrl = settings.baseUrl ?? address;

  const manifest = await runBuild({ settings, out: folder, baseUrl, stop });
  const accounts = createDemoAccounts(manifest);
  const server = createEmbeddedServer({
    out: folder,
    baseUrl,
    pricing: createPricingApp(folder, manifest, accounts).callback(),
    countAdvisory: createAdvisoryLimit(clock),
    allowHard: createHardLimit(clock),
    log,
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw toPortUnavailable(error, host, port);
  });
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  process.stdout.write(renderAnnouncement({ address, manifest, accounts }));
});

/** The pricing service's own app, with keys in memory and net prices from the release's files. */
function createPricingApp(out: string, manifest: Manifest, accounts: readonly DemoAccount[]) {
  const netPrices = createFileNetPriceStore(out, manifest);
  return createApp({
    verifier: createVerifier({ store: createMemoryAccountStore(accounts), clock }),
    answers: createKeyedAnswers({
      activeRelease: createActiveRelease(netPrices, clock),
      documents: createReleasedDocuments(out),
      netPrices,
    }),
    baseUrl: manifest.baseUrl,
    log,
  });
}
