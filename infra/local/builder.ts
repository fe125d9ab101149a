/** Builds a content folder again and again, in a thread that stays. */
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import type { Manifest } from '../../contract/release.ts';
import type { BuildReply, BuildRequest } from './build-thread.ts';
import { readCurrentManifest } from './read-current.ts';
import { shareObjects } from './run-build.ts';
import type { Run } from './run-until-stopped.ts';
import type { ResolvedSettings } from './settings.ts';

/** Builds the content as it is; resolves to the new release, or undefined if there is none. */
export type Builder = () => Promise<Manifest | undefined>;

/**
 * Starts the thread; it ends with the run. What a build prints goes to `process`. A build that the end of
 * the run interrupts rejects.
 */
export function createBuilder({ folder, stop, atEnd }: Run, settings: ResolvedSettings): Builder {
  const thread = new Piscina({
    // TypeScript or compiled, as this module is (decision 58).
    filename: import.meta.resolve(`./build-thread${extname(import.meta.filename)}`),
    name: 'build',
    minThreads: 1,
    maxThreads: 1,
  });
  atEnd(() => thread.destroy());
  const request: BuildRequest = {
    ...{ content: settings.content, out: folder, baseUrl: settings.baseUrl },
    listsActive: !settings.asksService,
    isTTY: process.stderr.isTTY === true,
  };
  return async () => {
    await shareObjects(settings, folder);
    const reply = (await thread.run(request, { signal: stop })) as BuildReply;
    process.stderr.write(reply.stderr);
    process.stdout.write(reply.stdout);
    return reply.isBuilt ? readCurrentManifest(folder) : undefined;
  };
}
