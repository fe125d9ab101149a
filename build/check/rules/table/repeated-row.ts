import type { Draft, TableDraft } from '../../../content/draft.ts';
import type { ContentRule } from '../rule.ts';
import { rowsBySku } from './rows-by-sku.ts';

interface Options<Row> {
  readonly id: `${string}/repeated`;
  readonly summary: string;
  readonly tableOf: (draft: Draft) => TableDraft<Row>;
  /** The columns that make a row unique, with `sku`. */
  readonly columns: readonly (keyof Row & string)[];
}

/** Makes the rule that no two rows speak of the same thing: which of them holds would be chance. */
export function repeatedRow<Row extends { readonly sku: string }>(
  options: Options<Row>,
): ContentRule {
  const { id, summary, tableOf, columns } = options;
  return {
    id,
    severity: 'error',
    summary,
    remedy: 'Keep the row that is right and remove the other.',
    *check(draft) {
      const table = tableOf(draft);
      for (const [sku, rows] of rowsBySku(table)) {
        const lines = new Map<string, number>();
        for (const row of rows) {
          const subject = [sku, ...columns.map((column) => String(row[column]))].join(', ');
          const line = lines.get(subject);
          if (line === undefined) lines.set(subject, row.line);
          else {
            const message = `line ${line} speaks of ${subject} already; remove one of the two`;
            yield { file: table.file, line: row.line, message };
          }
        }
      }
    },
  };
}
