/**
 * Starts `npm run sync` for a local run. It reads the active products from the specification service, the server at
 * `SPECIFICATION_URL` that lists them.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from './node-arguments.ts';
import type { Run } from './run-until-stopped.ts';
import type { StartServer } from './servers.ts';
import { syncEverySeconds } from './settings.ts';

/**
 * Starts `npm run sync` for the output folder `folder`, and resolves when its first attempt to write the sync listing
 * (the active products) has ended, with or without success. Rejects if `stop` aborts before that. The process ends with
 * the run.
 */
export async function startSyncer(
  startServer: StartServer,
  { folder, stop }: Pick<Run, 'folder' | 'stop'>,
): Promise<void> {
  const args = nodeArguments('sync/main.ts');
  const options = ['--out', folder, '--every', `${syncEverySeconds}s`];
  const child = startServer('sync', process.execPath, [...args, ...options]);
  await once(createInterface({ input: child.stdout }), 'line', { signal: stop });
}
