/** `npm start`: builds the content and serves the whole API from this one process. */
import { renderAnnouncement } from './announce.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { findSampleSku } from './read-current.ts';
import { runBuild } from './run-build.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { serveEmbedded } from './serve-embedded.ts';
import { createServerStarter, startSyncer } from './servers.ts';

await runUntilStopped('start', async (run, settings) => {
  const { address } = settings;
  const manifest = await runBuild(settings, { out: run.folder, stop: run.stop });
  const accounts = createDemoAccounts(manifest);
  if (settings.usesService) await startSyncer(await createServerStarter(run), run);
  await serveEmbedded(run, settings, accounts);
  const sku = findSampleSku(run.folder, manifest);
  process.stdout.write(renderAnnouncement({ address, sku, accounts }));
});
