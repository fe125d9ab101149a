/** Lists the commands of `npm run edit`. */
import type { EditCommand } from '../edit-command.ts';
import { copy } from './copy.ts';
import { markdown } from './markdown.ts';
import { price } from './price.ts';
import { remove } from './remove.ts';
import { rename } from './rename.ts';
import { stock } from './stock.ts';
import { translate } from './translate.ts';

/** Name → command of `npm run edit`. */
export const commands: ReadonlyMap<string, EditCommand> = new Map(
  Object.entries({ copy, rename, remove, price, markdown, stock, translate }),
);
