/** The process that asks the specification service on behalf of a local run. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from './run-build.ts';
import type { Run } from './run-until-stopped.ts';
import type { StartServer } from './servers.ts';

/** Often, since somebody is looking. */
const every = '10s';

/** Starts it over an output folder, and waits for its first round, however that ends. */
export async function startSyncer(
  startServer: StartServer,
  { folder, stop }: Pick<Run, 'folder' | 'stop'>,
): Promise<void> {
  const args = nodeArguments('sync/main.ts');
  const child = startServer('sync', process.execPath, [...args, '--out', folder, '--every', every]);
  await once(createInterface({ input: child.stdout }), 'line', { signal: stop });
}
