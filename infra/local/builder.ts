/** Builds a content folder repeatedly in one long-lived thread. */
import { Piscina } from 'piscina';
import { explainFailure } from '../../console/errors.ts';
import { threadArguments } from '../../console/thread-arguments.ts';
import type { PreviewOptions } from '../../pages/preview/preview.ts';
import type { BuildReply, BuildRequest } from './build-thread.ts';
import { readCurrentManifest } from './read-current.ts';
import type { Outcome, RebuildOptions } from './rebuild.ts';
import { shareObjects } from './run-build.ts';
import type { Run } from './run-until-stopped.ts';
import type { ResolvedSettings } from './settings.ts';

/** The build thread of `npm run dev`. */
export interface Builder extends Pick<RebuildOptions, 'build'> {
  /** Resolves to the answer to a question of the preview, after a running build. */
  readonly ask: PreviewOptions['ask'];
}

/**
 * Starts the build thread of `npm run dev`. Its `build` builds the current content in it, prints the output,
 * and resolves to the outcome, even if the build fails; it rejects only if the run ends during the build.
 */
export function createBuilder({ folder, stop, atEnd }: Run, settings: ResolvedSettings): Builder {
  const thread = new Piscina({
    filename: new URL('./build-thread.ts', import.meta.url).href,
    name: 'build',
    execArgv: [...threadArguments],
    minThreads: 1,
    maxThreads: 1,
  });
  atEnd(() => thread.destroy());
  const settled: Omit<BuildRequest, 'changes'> = {
    ...{ content: settings.content, out: folder, baseUrl: settings.baseUrl },
    listsActive: !settings.usesService,
    isTTY: process.stderr.isTTY === true,
  };

  async function build(changes: BuildRequest['changes']): Promise<Outcome> {
    await shareObjects(settings, { out: folder, stop });
    const request: BuildRequest = { ...settled, changes };
    const { outcome, stdout, stderr } = (await thread.run(request, {
      signal: stop,
    })) as BuildReply;
    process.stderr.write(stderr);
    process.stdout.write(stdout);
    if (typeof outcome === 'object') return { kind: 'failed', message: outcome.failure };
    if (outcome === 'invalid') return { kind: 'invalid' };
    return { kind: 'built', manifest: await readCurrentManifest(folder) };
  }

  return {
    build: (changes) =>
      build(changes).catch((error: unknown): Outcome => {
        stop.throwIfAborted();
        return { kind: 'failed', message: explainFailure(error) };
      }),
    ask: (question) => thread.run(question, { name: 'answerPreview', signal: stop }),
  };
}
