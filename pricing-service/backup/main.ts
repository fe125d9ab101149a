/** The process of `npm run backup`, which makes, checks and restores backups of accounts and keys. */
import { runProcess } from '../keys-command/run-process.ts';
import { backupProgram } from './backup-program.ts';

await runProcess(backupProgram);
