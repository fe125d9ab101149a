import { suggest } from '../../../content/findings/suggest.ts';
import { groupBy } from '../../../content/group-by.ts';
import type { ContentRule } from '../rule.ts';
import { theRows } from '../table/rows-by-sku.ts';

export const syncUnknownCompany: ContentRule = {
  id: 'sync/unknown-company',
  severity: 'error',
  summary: 'The company of an active product is one of `companies.json`.',
  remedy: 'Correct the alias, add the company, or remove the rows of a company that is gone.',
  *check({ ids, activeProducts }) {
    if (ids.companies === undefined) return;
    const allowed = [...ids.companies];
    for (const [company, rows] of groupBy(activeProducts.rows, (row) => row.company)) {
      const [first] = rows;
      if (first === undefined || ids.companies.has(company)) continue;
      const suggestion = suggest(company, allowed);
      yield {
        file: activeProducts.file,
        line: first.line,
        column: 'company',
        message: `"${company}" is not a company; correct it or remove ${theRows(rows)}`,
        allowed,
        ...(suggestion !== undefined && { suggestion }),
      };
    }
  },
};
