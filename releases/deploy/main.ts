/** Entry point of `npm run deploy`. */
import { runDeploy } from './command.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

process.exitCode = await runDeploy(process.argv.slice(2), process, { stop: stopping.signal });
