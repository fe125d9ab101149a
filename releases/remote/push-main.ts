/** Entry point of `npm run push`. */
import { runPush } from './push-command.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

process.exitCode = await runPush(process.argv.slice(2), process, stopping.signal);
