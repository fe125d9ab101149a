/** Starts the process that reads the specification service for a local run. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from './run-build.ts';
import type { Run } from './run-until-stopped.ts';
import type { StartServer } from './servers.ts';

/** A short interval, because a developer is waiting for the result. */
const every = '10s';

/**
 * Starts the process for an output folder and waits until its first round ends, with or without success.
 */
export async function startSyncer(
  startServer: StartServer,
  { folder, stop }: Pick<Run, 'folder' | 'stop'>,
): Promise<void> {
  const args = nodeArguments('sync/main.ts');
  const child = startServer('sync', process.execPath, [...args, '--out', folder, '--every', every]);
  await once(createInterface({ input: child.stdout }), 'line', { signal: stop });
}
