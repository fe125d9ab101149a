/** The table of routes, in which the guide links to the operations of the reference. */
import { addresses, type PageLanguage } from '../addresses.ts';
import type { Operation } from './openapi.ts';
import { referenceLabels } from './reference-labels.ts';

/** Returns the Markdown cells of an operation in the table of routes: path with link, summary, key requirement. */
export function routeCells(operation: Operation, language: PageLanguage): string[] {
  const { id, path, summary, key } = operation;
  const address = addresses.reference[language];
  return [`[\`${path}\`](${address}#${id})`, summary, referenceLabels[language].key[key]];
}
