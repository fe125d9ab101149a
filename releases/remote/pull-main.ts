/** Entry point of `npm run pull`. */
import { runPull } from './pull-command.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

process.exitCode = await runPull(process.argv.slice(2), process, stopping.signal);
