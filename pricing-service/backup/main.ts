/** `npm run backup`: backups of accounts, API keys and audit (docs/backup.md). */
import { createInterface } from 'node:readline/promises';
import { runProgram } from '../keys-command/run.ts';
import { runProcess } from '../keys-command/run-process.ts';
import { backupProgram } from './backup-program.ts';

await runProcess((args) => runProgram(backupProgram, args, { ask: createAsk() }));

/**
 * Returns a function that asks a yes-or-no question on standard error, because standard output is for the
 * result. Returns undefined without a terminal.
 */
function createAsk(): ((question: string) => Promise<boolean>) | undefined {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input, output });
    try {
      return /^(y|yes)$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  };
}
