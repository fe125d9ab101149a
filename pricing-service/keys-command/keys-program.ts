/** Describes `npm run keys` for `runProgram`: its subcommands and the output of `--help`. */
import { command } from './failures.ts';
import { renderOverview } from './help.ts';
import type { Program } from './subcommand.ts';
import { subcommands } from './subcommands.ts';

export const keysProgram: Program = {
  command,
  subcommands,
  overview: () => renderOverview(subcommands),
};
