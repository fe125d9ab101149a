/**
 * The schema of `companies.json`: the companies of the sync listing, an API route that lists the products that
 * each company sells at present.
 */
import { z } from 'zod';
import { allCompanies } from '../../../contract/release.ts';
import { plainTextSchema } from './text.ts';
import { editorSchemaMember as $schema, tableOf } from './values.ts';

const companySchema = z.strictObject({
  name: plainTextSchema.meta({
    description: 'The name of the company, for editors of this file.',
    examples: ['Maple Promo'],
  }),
});

/** Validates `companies.json`; its member `companies` maps alias → company, an object with a name. */
export const companiesSchema = z
  .strictObject({
    $schema,
    companies: tableOf(companySchema.describe('A company, by its alias.'))
      .refine(
        (companies) => !Object.hasOwn(companies, allCompanies),
        `"${allCompanies}" is the listing of all companies; use another alias`,
      )
      .meta({
        description: `Every company, by the alias that active-products.csv and the sync listing use. No alias is "${allCompanies}".`,
        properties: { [allCompanies]: false },
      }),
  })
  .meta({
    title: 'Companies',
    description: 'The companies of the sync listing.',
  });
