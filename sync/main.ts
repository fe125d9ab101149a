/** `npm run sync`: the listing of active products; console, signals and exit code. */
import { createContentSource } from './content-source.ts';
import { keepSyncing } from './keep-syncing.ts';
import { readOptions, type SyncOptions, usage } from './options.ts';
import { renderListed, renderLogLine } from './report.ts';
import { type RoundOptions, runRound } from './round.ts';
import type { Source } from './source.ts';
import { LossError } from './sync-error.ts';

const now = Date.now;
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === undefined) process.stdout.write(usage);
  else await sync(options);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!stopping.signal.aborted) {
    const isUsage = code?.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(isUsage ? `${message}\n\n${usage}` : `no new listing: ${message}\n`);
  }
  process.exitCode = error instanceof LossError ? 2 : 1;
}

async function sync({ out, everySeconds, acceptLoss, ...from }: SyncOptions): Promise<void> {
  const source = await openSource(from);
  const options: RoundOptions = { out, source, acceptLoss, now, stop: stopping.signal };
  try {
    if (everySeconds === undefined) await syncOnce(options);
    else {
      const tell = (result: Parameters<typeof renderLogLine>[0]) =>
        void process.stdout.write(renderLogLine(result, now()));
      await keepSyncing({ ...options, everySeconds, tell });
    }
  } finally {
    await source.close();
  }
}

async function syncOnce(options: RoundOptions): Promise<void> {
  const { served, failure } = await runRound(options);
  if (failure) throw failure;
  if (served) process.stdout.write(renderListed(served));
}

/** The HTTP client is loaded where it is needed: who has no service starts in half the time. */
async function openSource({
  content,
  service,
}: Pick<SyncOptions, 'content' | 'service'>): Promise<Source> {
  if (service === undefined) return createContentSource(content);
  const { createServiceSource } = await import('./service/service-source.ts');
  return createServiceSource(service);
}
