/** Merges the faults about one text of a JSON file, and corrects their suggestions for ids. */

import type { Fault, Found } from '../content/findings/finding.ts';
import { suggest } from '../content/findings/suggest.ts';
import { suggestSize } from '../content/findings/suggest-size.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { isProductFile } from '../content/product-files.ts';
import { schemaAt } from '../content/schemas/names-at.ts';
import { productSchema } from '../content/schemas/product.ts';
import { referredKind } from '../content/schemas/references.ts';
import { type SharedTable, sharedTables } from '../content/schemas/shared-tables.ts';

const isText = ({ rule }: Found) => rule.id.startsWith('text/');
const isWrongValue = ({ rule }: Found) => rule.id === 'shape/wrong-value';

/**
 * Removes repeated faults about one value, and corrects suggestions of ids. One character, such as the space in the
 * colour `"navy "`, may cause two faults: a rule `text/…` reports the character, and another rule reports the whole
 * value as invalid or as an unknown id. If the fault about the whole value has a suggestion, only one of the two stays:
 * - the fault about the whole value, if it reports an unknown id or suggests another value than the rule `text/…`;
 * - the fault of the rule `text/…` in all other cases.
 * A fault about the text or form of an id in a product file may suggest the id in its correct form: `navy-blue` for
 * `Navy Blue`. If the suggested id does not exist, the message then also says so, and the most similar existing id
 * becomes the suggestion; if no id is similar, the suggestion is removed.
 */
export function foldTexts(found: readonly Found[], content: PartialContent): readonly Found[] {
  const groups = groupBy(
    found,
    ({ fault: { file, path } }) => path && JSON.stringify([file, path]),
  );
  groups.delete(undefined);
  const removed = new Set([...groups.values()].flatMap(findConsequences));
  return found
    .filter((each) => !removed.has(each))
    .map((each) => ({ ...each, fault: withExistingId(each, content) }));
}

/**
 * Returns the faults of one value that need not be reported. If the value has faults about its text (`text/…`) and also
 * a fault that suggests another value, one correction is enough: returns the fault of `shape/wrong-value` if the faults
 * about the text suggest the same value, otherwise the faults about the text. In all other cases, returns an empty
 * list.
 */
function findConsequences(ofValue: readonly Found[]): readonly Found[] {
  const texts = ofValue.filter(isText);
  const cause = ofValue.find(
    (each) =>
      (isWrongValue(each) || each.fault.about?.reference) && each.fault.suggestion !== undefined,
  );
  if (cause === undefined || texts.length === 0) return [];
  const { suggestion } = cause.fault;
  const explainAll = texts.every(({ fault }) => (fault.suggestion ?? suggestion) === suggestion);
  return isWrongValue(cause) && explainAll ? [cause] : texts;
}

/**
 * Returns the fault of an invalid id in a product, such as `Navy Blue`, with an existing id as its suggestion. If the
 * correct form, `navy-blue`, does not exist either, the message says so, and the suggestion is the most similar
 * existing id, if any. Returns other faults unchanged.
 */
function withExistingId({ rule, fault }: Found, content: PartialContent): Fault {
  const { file, path, suggestion, message } = fault;
  if (!(isText({ rule, fault }) || isWrongValue({ rule, fault })) || !isProductFile(file)) {
    return fault;
  }
  const field = path && schemaAt(productSchema, path);
  const table = (field && referredKind(field)) as SharedTable | undefined;
  const ids = table && content.ids[table];
  if (table === undefined || ids === undefined) return fault;
  if (suggestion === undefined || ids.has(suggestion)) return fault;
  const { suggestion: _, ...rest } = fault;
  const existing = (table === 'sizes' ? suggestSize : suggest)(suggestion, ids);
  return {
    ...rest,
    message: `${message}; ${sharedTables[table].file} has no "${suggestion}"`,
    allowed: [...ids],
    ...(existing !== undefined && { suggestion: existing }),
  };
}
