import { suggest } from '../../../content/findings/suggest.ts';
import { groupBy } from '../../../content/group-by.ts';
import { msrpList } from '../../../content/schemas/tables.ts';
import type { ContentRule } from '../rule.ts';
import { theRows } from '../table/rows-by-sku.ts';

export const surchargeUnknownList: ContentRule = {
  id: 'surcharge/unknown-list',
  severity: 'error',
  summary: `The list of a surcharge is \`${msrpList}\` or a tier of \`catalogue.json\`.`,
  remedy: 'Correct the list, add the tier, or remove the rows of a tier that is gone.',
  *check({ catalogue, surcharges }) {
    if (catalogue.tiers === undefined) return;
    const allowed = [msrpList, ...catalogue.tiers.all];
    for (const [list, rows] of groupBy(surcharges.rows, (row) => row.list)) {
      const [first] = rows;
      if (first === undefined || allowed.includes(list)) continue;
      const suggestion = suggest(list, allowed);
      yield {
        file: surcharges.file,
        line: first.line,
        column: 'list',
        message: `"${list}" is not a price list; correct it or remove ${theRows(rows)}`,
        allowed,
        ...(suggestion !== undefined && { suggestion }),
      };
    }
  },
};
