/** `npm run sync`: the listing of active products; console and exit code. */
import { createContentSource } from './content-source.ts';
import { readOptions, type SyncOptions, usage } from './options.ts';
import { renderResult } from './report.ts';
import { runRound } from './round.ts';

try {
  const options = readOptions(process.argv.slice(2));
  process.stdout.write(options === undefined ? usage : await sync(options));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isUsage = code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(isUsage ? `${message}\n\n${usage}` : `no new listing: ${message}\n`);
  process.exitCode = 1;
}

async function sync({ content, out }: SyncOptions): Promise<string> {
  return renderResult(await runRound({ out, source: createContentSource(content) }));
}
