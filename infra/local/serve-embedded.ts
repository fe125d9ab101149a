/** Serves the current release from this one process: `npm start` and `npm run dev`. */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createApp } from '../../pricing-service/app.ts';
import { createKeyCheck } from '../../pricing-service/key-check.ts';
import { createLog } from '../../pricing-service/log.ts';
import { createReleases } from '../../pricing-service/releases.ts';
import { createStoredAnswers } from '../../pricing-service/stored-answers.ts';
import { createTestAnswers } from '../../pricing-service/test-prices.ts';
import { createMemoryAccountStore, type DemoAccount } from './demo-accounts.ts';
import { createEmbeddedServer, type EmbeddedParts } from './embedded-server.ts';
import { toPortUnavailable } from './find-port.ts';
import type { Run } from './run-until-stopped.ts';
import type { ResolvedSettings } from './settings.ts';

const clock = () => performance.now();
const log = createLog(process.stderr);

/**
 * Serves the releases below the run's folder until the run ends; resolves when the server listens, or throws
 * `PortUnavailable`. New releases, and accounts added to `accounts`, take effect with the next request.
 */
export async function serveEmbedded(
  { folder, atEnd }: Pick<Run, 'folder' | 'atEnd'>,
  { host, port, baseUrl, takesTestKeys }: ResolvedSettings,
  accounts: readonly DemoAccount[],
  more: Pick<EmbeddedParts, 'preview' | 'onFault'> = {},
): Promise<void> {
  const server = createEmbeddedServer({
    out: folder,
    baseUrl,
    pricing: createPricingApp(folder, { baseUrl, takesTestKeys }, accounts).callback(),
    log,
    ...more,
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw toPortUnavailable(error, host, port);
  });
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
}

/** Creates the app of the pricing service, with keys in memory and net prices from the files of the release. */
function createPricingApp(
  out: string,
  { baseUrl, takesTestKeys }: Pick<ResolvedSettings, 'baseUrl' | 'takesTestKeys'>,
  accounts: readonly DemoAccount[],
) {
  const releases = createReleases(out);
  return createApp({
    keys: createKeyCheck({
      store: createMemoryAccountStore(accounts),
      clocks: { monotonic: clock, wall: Date.now },
    }),
    answers: createStoredAnswers(releases, releases),
    testAnswers: takesTestKeys ? createTestAnswers(releases) : undefined,
    baseUrl,
    log,
  });
}
