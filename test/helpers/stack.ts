/** Runs `npm run stack` for one test, and gives access to the folders in which it works. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningServer, stackScript, startServer } from './running-server.ts';
import type { Teardown } from './teardown.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A running `npm run stack` and its folders. */
export interface RunningStack {
  readonly server: RunningServer;
  /** The folder of the run, which contains `infra/`, `logs/`, `run/` and `dist/`. */
  readonly folder: string;
  /** The build's output folder. */
  readonly out: string;
}

/** Starts the stack with the content of a folder; it ends with the test. */
export async function startStack(t: Teardown, content: string): Promise<RunningStack> {
  const parent = await makeTemporaryFolder(t);
  const server = await startServer(stackScript, {
    args: ['--content', content],
    environment: { TMPDIR: parent },
  });
  t.teardown(async () => {
    await server.stop();
  });
  const run = (await readdir(parent)).find((name) => name.startsWith('catalogue-')) ?? '';
  const folder = join(parent, run);
  return { server, folder, out: join(folder, 'dist') };
}
