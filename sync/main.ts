/** Entry point of `npm run sync`. */
import { runSync } from './command.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

process.exitCode = await runSync(process.argv.slice(2), process, stopping.signal);
