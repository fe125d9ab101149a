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
import { findPlace, type Place } from './place.ts';
import { findSampleSku } from './read-current.ts';
import { renderChanges, renderOutcome } from './rebuild-lines.ts';
import { type Run, runUntilStopped } from './run-until-stopped.ts';
import { serveEmbedded } from './serve-embedded.ts';
import { createServerStarter } from './servers.ts';
import { type LocalPreview, startPreview } from './start-preview.ts';
import { startSyncer } from './start-syncer.ts';
import { watchFolder } from './watch-folder.ts';

/** Generated for editors; the compiler does not read them. */
const generated = ['schemas'];

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

await runUntilStopped(async (run) => {
  const place = await findPlace(process.argv.slice(2));
  const follow = createFollower(run, place);
  const build = createBuilder(run, place);
  let served: string | undefined;
  const watching = { skip: generated, stop: run.stop, tell: complain };
  for await (const { changes, files } of watchFolder(place.content, watching)) {
    if (changes.length > 0) say(renderChanges(changes));
    say('building…');
    const built = files === 0 ? complainOfNothing(place) : await build();
    if (built !== undefined) await follow(built);
    say(renderOutcome(served, built?.release));
    served = built?.release ?? served;
  }
});

/** One line instead of a fault for each file: a branch switch may take the folder away for a while. */
function complainOfNothing({ content }: Place): undefined {
  complain(`${content} holds no files`);
}

/**
 * Gives a function that is called with each new release: the first opens the server, a later one has
 * but to bring an account of a tier that is new.
 */
function createFollower(run: Run, place: Place): (manifest: Manifest) => Promise<void> {
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
    if (place.asksService) await startSyncer(await createServerStarter(run), run);
    preview = startPreview(run, place, { skip: generated, complain });
    await serveEmbedded(run, place, accounts, preview.answer);
    const { address, content } = place;
    const more = [
      '',
      `preview ${address}/preview`,
      `watching ${content}; what is saved is built and served`,
    ];
    const sku = findSampleSku(run.folder, manifest);
    process.stdout.write(renderAnnouncement({ address, sku, accounts, more }));
  };
}
