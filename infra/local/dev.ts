/**
 * `npm run dev`: serves as `npm start` does, from the first valid release on, and rebuilds after each save. Errors of
 * the content are printed, and the last valid release stays served. Editors see their changes below `/preview`.
 */
import { setFlagsFromString } from 'node:v8';
import type { Manifest } from '../../contract/release.ts';
import type { Preview } from '../../pages/preview/preview.ts';
import { renderAnnouncement, renderKey } from './announce.ts';
import { createBuilder } from './builder.ts';
import { createDemoAccounts, type DemoAccount } from './demo-accounts.ts';
import { findSampleSku } from './read-current.ts';
import { createRebuilder, type Rebuilder } from './rebuild.ts';
import { type Run, runUntilStopped } from './run-until-stopped.ts';
import { serveEmbedded } from './serve-embedded.ts';
import { createServerStarter, startSyncer } from './servers.ts';
import type { ResolvedSettings } from './settings.ts';
import { startPreview } from './start-preview.ts';
import { watchFolder } from './watch-folder.ts';

/** Folders of the content that are not watched: they are generated for editors, and the compiler does not read them. */
const generated = ['schemas'];

// For the memory of an editor's machine: doubling the heap before a collection, instead of quadrupling it, takes a
// fifth less memory and the same time.
setFlagsFromString('--heap-growing-percent=100');

const print = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);

await runUntilStopped('dev', async (run, settings) => {
  const { content, baseUrl } = settings;
  const builder = createBuilder(run, settings);
  const preview = startPreview({ baseUrl, ask: builder.ask }, { printError });
  const watched = watchFolder(content, { skip: generated, stop: run.stop, printError });
  const rebuilder: Rebuilder = createRebuilder(watched, {
    ...{ content, print, printError },
    async build(changes) {
      const outcome = await builder.build(changes);
      await preview.announce();
      return outcome;
    },
    serve: createReleaseHandler(run, settings, { preview, onFault: () => rebuilder.repair() }),
  });
  await rebuilder.run();
});

/**
 * Returns a function to call with the manifest after each successful build. The first call starts the server; later
 * calls add demo accounts for new tiers. The server calls `onFault` if it misses a file of the release.
 */
function createReleaseHandler(
  run: Run,
  settings: ResolvedSettings,
  { preview, onFault }: { preview: Preview; onFault: () => void },
): (manifest: Manifest) => Promise<void> {
  const accounts: DemoAccount[] = [];
  let isServing = false;
  return async (manifest) => {
    const added = createDemoAccounts(manifest, accounts);
    accounts.push(...added);
    if (isServing) {
      for (const account of added) print(renderKey(account));
      return;
    }
    isServing = true;
    if (settings.usesService) await startSyncer(await createServerStarter(run), run);
    await serveEmbedded(run, settings, accounts, { preview: preview.answer, onFault });
    const { address, content } = settings;
    const more = [
      '',
      `preview ${address}/preview`,
      `watching ${content}; each save is built and served`,
    ];
    const sku = findSampleSku(run.folder, manifest);
    process.stdout.write(renderAnnouncement({ address, sku, accounts, more }));
  };
}
