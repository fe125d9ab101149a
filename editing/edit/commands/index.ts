/** The commands of `npm run edit`, by name. */
import type { EditCommand } from '../edit-command.ts';
import { rename } from './rename.ts';
import { stock } from './stock.ts';
import { translate } from './translate.ts';

export const commands: ReadonlyMap<string, EditCommand> = new Map(
  Object.entries({ rename, stock, translate }),
);
