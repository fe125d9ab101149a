/** The process of `npm run keys`, the operator's command for accounts and keys. */
import { keysProgram } from './keys-program.ts';
import { runProcess } from './run-process.ts';

await runProcess(keysProgram);
