/**
 * Creates the components of the OpenAPI document: schemas, parameters, security schemes and problem
 * responses.
 */
import { z } from 'zod';
import { type Locale, locales } from '../locales.ts';
import { createProblem, extraMembers, problemMediaType } from '../problem.ts';
import { type ProblemCode, problemCodes, problems } from '../problems.ts';
import { releaseIdPattern } from '../release.ts';
import type { RouteId } from '../routes.ts';
import { apiCatalogSchema } from '../schemas/api-catalog.ts';
import { changesSchema } from '../schemas/changes.ts';
import { healthSchema } from '../schemas/health.ts';
import { inventorySchema } from '../schemas/inventory.ts';
import { productListSchema } from '../schemas/list.ts';
import { catalogPricingSchema, productPricingSchema } from '../schemas/pricing.ts';
import { listProblemSchema, problemSchema } from '../schemas/problem.ts';
import { productDetailSchema } from '../schemas/product.ts';
import { plainErrorSchema, syncListingSchema } from '../schemas/sync.ts';
import { skuPattern } from '../sku.ts';
import { testKeys } from '../test-keys.ts';
import { commonHeaders, type HeaderFacts, type HeaderName, headerRefs } from './headers.ts';

type Json = Readonly<Record<string, unknown>>;

/** Component name → schema, for all JSON bodies of answers and errors that the OpenAPI document describes. */
export const answerSchemas = {
  Health: healthSchema,
  ProductList: productListSchema,
  ProductDetail: productDetailSchema,
  ProductPricing: productPricingSchema,
  CatalogPricing: catalogPricingSchema,
  Inventory: inventorySchema,
  Changes: changesSchema,
  SyncListing: syncListingSchema,
  ApiCatalog: apiCatalogSchema,
  PlainError: plainErrorSchema,
  Problem: problemSchema,
  ListProblem: listProblemSchema,
} as const;

/**
 * Returns schema id → JSON Schema 2020-12, for all schemas of the contract that have an id. Objects allow
 * further members (specification, "Versioning", 3).
 */
export function schemaComponents(): Json {
  schemas ??= createSchemas();
  return schemas;
}

/** The result of `schemaComponents`, kept because each build needs it twice and it is the same for every release. */
let schemas: Json | undefined;

function createSchemas(): Json {
  const { schemas: found } = z.toJSONSchema(z.globalRegistry, {
    io: 'input',
    uri: refTo,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Strict objects only tell the forms of an answer apart; later versions may add members.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const entries = Object.entries(found).map(([id, { $schema, $id, ...schema }]) => [id, schema]);
  const line = {
    description: {
      en: 'A line of the export: a product detail without net prices.',
      fr: 'Une ligne de l’exportation : une fiche de produit sans prix nets.',
    },
    $ref: refTo('ProductDetail'),
  };
  const all = [...entries, ['ExportLine', line] as const];
  return Object.fromEntries(all.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** Returns a reference to a schema component, such as `#/components/schemas/Health`. */
export function refTo(schema: string): string {
  return `#/components/schemas/${schema}`;
}

/** The data from the content folder that the documented parameters depend on. */
export interface ParameterFacts {
  readonly defaultLocale: Locale;
  /** Company aliases that the sync route accepts; missing if they are unknown. */
  readonly companies?: readonly string[];
}

/** Returns component name → OpenAPI parameter, for the parameters of all routes. */
export function parameterComponents({ defaultLocale, companies = [] }: ParameterFacts): Json {
  const [company = 'maple-promo'] = companies;
  return {
    locale: {
      name: 'locale',
      in: 'query',
      description: {
        en: 'Language and country of the answer.',
        fr: 'Langue et pays de la réponse.',
      },
      schema: { type: 'string', enum: locales, default: defaultLocale },
      example: 'fr-CA',
    },
    sku: {
      name: 'sku',
      in: 'path',
      required: true,
      description: { en: 'Product SKU; case-sensitive.', fr: 'UGS du produit; la casse compte.' },
      schema: { type: 'string', pattern: skuPattern },
      example: 'TEE100',
    },
    company: {
      name: 'company',
      in: 'query',
      description: {
        en: 'Alias of a company, in lower-case letters, digits and hyphens. If given, the answer lists only the products that this company sells. Default: the products of all companies. An unknown alias is answered with 400.',
        fr: 'Alias d’une entreprise, en lettres minuscules, chiffres et traits d’union. La réponse n’énumère que les produits de cette entreprise. Par défaut : les produits de toutes les entreprises. Un alias inconnu donne un 400.',
      },
      schema: { type: 'string' },
      example: company,
    },
    since: {
      name: 'since',
      in: 'query',
      description: {
        en: 'The release of your copy: `release` of the previous answer, or `X-Catalogue-Release` of the export.',
        fr: 'La version de votre copie : `release` de la réponse précédente, ou `X-Catalogue-Release` de l’exportation.',
      },
      schema: { type: 'string', pattern: releaseIdPattern },
      example: '5f2c09d1a7b3e846',
    },
    ifNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: {
        en: 'Entity tags that the client has. If one matches, the answer is 304 without a body.',
        fr: 'Étiquettes d’entité que vous avez. Si l’une est à jour, la réponse est un 304.',
      },
      schema: { type: 'string' },
      example: '"5d3e2b10-1f40"',
    },
  };
}

/**
 * Returns the OpenAPI security schemes: the account key as a bearer token. Its extension `x-test-keys` lists
 * the test keys for the documentation.
 */
export function securityComponents(): Json {
  return {
    accountKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'API key, `ppc_…`; read-only, does not expire. To test a client without an account, send a key of `x-test-keys`: each always has the same outcome, and prices are `percentOfMsrp` percent of MSRP.',
      'x-test-keys': testKeys,
    },
  };
}

const extraHeaders: Partial<Record<ProblemCode, HeaderName>> = {
  method_not_allowed: 'Allow',
  unauthorized: 'WWW-Authenticate',
  key_required: 'WWW-Authenticate',
  invalid_key: 'WWW-Authenticate',
  key_revoked: 'WWW-Authenticate',
  rate_limited: 'Retry-After',
  upstream_unavailable: 'Retry-After',
};

/**
 * Returns the OpenAPI response of a route for one error status, with an example of each error code. `codes` are the
 * error codes with this status.
 */
export function problemResponse(
  codes: readonly ProblemCode[],
  route: HeaderFacts & { id: RouteId; path: string },
  baseUrl: string,
): Json {
  const requestTarget = examplePath(route.path);
  const isListFault = route.id === 'list' && codes.includes('internal_error');
  const membersOf = (code: ProblemCode) => {
    if (code === 'rate_limited' && route.counted) return extraMembers.advisoryLimit;
    return isListFault ? extraMembers.listFault : undefined;
  };
  const extra = new Set(codes.flatMap((code) => extraHeaders[code] ?? []));
  return {
    description: codes.map((code) => `${problems[code].title} (\`${code}\`).`).join(' '),
    headers: headerRefs([...commonHeaders(route), ...extra]),
    content: {
      [problemMediaType]: {
        schema: { $ref: refTo(isListFault ? 'ListProblem' : 'Problem') },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: createProblem(code, { baseUrl, requestTarget, members: membersOf(code) }) },
          ]),
        ),
      },
    },
  };
}

function examplePath(path: string): string {
  return path.replace('{sku}', 'TEE100');
}

/** Groups error codes by HTTP status: status → its codes. Statuses and codes are in the order of `problemCodes`. */
export function byStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  const groups = new Map<number, ProblemCode[]>();
  for (const code of problemCodes.filter((each) => codes.includes(each))) {
    const { status } = problems[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}
