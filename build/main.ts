/** Entry point of `npm run build`. */
import { setFlagsFromString } from 'node:v8';
import { runBuild } from './command.ts';

// By default V8 lets the heap grow fourfold before it collects: too much for 100,000 products, and
// collecting more often costs little.
setFlagsFromString('--heap-growing-percent=40');

process.exitCode = await runBuild(process.argv.slice(2), process);
