/**
 * `npm run dev`: serves the content as `npm start` does, and builds it again whenever it is saved. A
 * fault is told and the last good release goes on being served; before the first one nothing listens.
 * Editors see what they edit below `/preview`.
 */
import type { Manifest } from '../../contract/release.ts';
import { renderAnnouncement, renderKey } from './announce.ts';
import { createBuilder } from './builder.ts';
import { createDemoAccounts, type DemoAccount } from './demo-accounts.ts';
import { createKeeper } from './keep-recent.ts';
import { findSampleSku } from './read-current.ts';
import { renderChanges, renderOutcome } from './rebuild-lines.ts';
import { type Run, runUntilStopped } from './run-until-stopped.ts';
import { serveEmbedded } from './serve-embedded.ts';
import { createServerStarter } from './servers.ts';
import type { ResolvedSettings } from './settings.ts';
import { type LocalPreview, startPreview } from './start-preview.ts';
import { startSyncer } from './start-syncer.ts';
import { watchFolder } from './watch-folder.ts';

/** Generated for editors; the compiler does not read them. */
const generated = ['schemas'];

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

await runUntilStopped('dev', async (run, settings) => {
  const follow = createFollower(run, settings);
  const build = createBuilder(run, settings);
  let served: string | undefined;
  const watching = { skip: generated, stop: run.stop, tell: complain };
  for await (const { changes, files } of watchFolder(settings.content, watching)) {
    if (changes.length > 0) say(renderChanges(changes));
    say('building…');
    const built = files === 0 ? complainOfNothing(settings) : await build();
    if (built !== undefined) await follow(built);
    say(renderOutcome(served, built?.release));
    served = built?.release ?? served;
  }
});

/** One line instead of a fault for each file: a branch switch may take the folder away for a while. */
function complainOfNothing({ content }: ResolvedSettings): undefined {
  complain(`${content} holds no files`);
}

/**
 * Gives a function that is called with each new release: the first opens the server, a later one has
 * but to bring an account of a tier that is new.
 */
function createFollower(
  run: Run,
  settings: ResolvedSettings,
): (manifest: Manifest) => Promise<void> {
  const keep = createKeeper(run.folder);
  const accounts: DemoAccount[] = [];
  let preview: LocalPreview | undefined;
  return async (manifest) => {
    await keep();
    const added = createDemoAccounts(manifest, accounts);
    accounts.push(...added);
    if (preview !== undefined) {
      for (const account of added) say(renderKey(account));
      preview.tellRelease();
      return;
    }
    if (settings.asksService) await startSyncer(await createServerStarter(run), run);
    preview = startPreview(run, settings, { skip: generated, complain });
    await serveEmbedded(run, settings, accounts, preview.answer);
    const { address, content } = settings;
    const more = [
      '',
      `preview ${address}/preview`,
      `watching ${content}; what is saved is built and served`,
    ];
    const sku = findSampleSku(run.folder, manifest);
    process.stdout.write(renderAnnouncement({ address, sku, accounts, more }));
  };
}
