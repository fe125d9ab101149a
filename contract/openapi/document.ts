/** Creates the OpenAPI 3.1 document of the API from the schemas, the problem table and the routes. */
import type { Deprecations } from '../deprecation.ts';
import { apiCatalogMediaType, linkHeader } from '../discovery.ts';
import { exportMediaTypes } from '../exports.ts';
import { locales } from '../locales.ts';
import { type ProblemCode, problemCodes } from '../problems.ts';
import { noListingText } from '../release.ts';
import { isProductPath, type RouteId, routes } from '../routes.ts';
import { csvMediaType } from '../spreadsheet.ts';
import {
  type answerSchemas,
  byStatus,
  type ParameterFacts,
  parameterComponents,
  problemResponse,
  refTo,
  schemaComponents,
  securityComponents,
} from './components.ts';
import { exampleSummaries, examples, textExamples } from './examples.ts';
import { commonHeaders, type HeaderName, headerComponents, headerRefs } from './headers.ts';

type Json = Readonly<Record<string, unknown>>;
type ParameterName = 'locale' | 'sku' | 'company' | 'format' | 'since';

/** Tag of a group of routes → description, in the order in which the documentation shows the groups. */
const tags = {
  Catalogue: 'Public product data. With a key, the product detail contains net prices.',
  'Net prices': 'Prices for the account of a key.',
  'Keeping a copy': 'The whole catalogue, stock, changes, active products, and health.',
  Discovery: 'Machine-readable links to the API, its description and its documentation.',
} as const;

interface Operation {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterName[];
  /** Component name of the body's schema; absent if the body is not JSON. */
  readonly answer?: Exclude<keyof typeof answerSchemas, 'Problem' | 'ListProblem' | 'PlainError'>;
  /** Media type of the body; JSON by default. */
  readonly mediaType?: string;
  /** Media type of a text body, such as CSV → name of its example in `textExamples`. */
  readonly texts?: Readonly<Record<string, keyof typeof textExamples>>;
  readonly examples: readonly (keyof typeof examples)[];
  readonly problems: readonly ProblemCode[];
}

const always = ['invalid_request', 'method_not_allowed', 'rate_limited', 'internal_error'] as const;
const refusedKeys = ['unauthorized', 'invalid_key', 'key_revoked', 'upstream_unavailable'] as const;
const oneProduct = ['unsupported_locale', 'invalid_sku', 'product_not_found'] as const;

const operations: Readonly<Record<Exclude<RouteId, 'openapi'>, Operation>> = {
  health: {
    tag: 'Keeping a copy',
    summary: 'Health',
    description:
      'Reports that the catalogue is online, which release is current, and how old the listing of active products is. Needs no key.',
    parameters: [],
    answer: 'Health',
    examples: ['health'],
    problems: always,
  },
  list: {
    tag: 'Catalogue',
    summary: 'List products',
    description:
      'Every product of a locale, with public prices. Best sellers are first, then new products, then the rest; each group is sorted by category. A key is ignored.',
    parameters: ['locale'],
    answer: 'ProductList',
    examples: ['list'],
    problems: [...always, 'unsupported_locale'],
  },
  export: {
    tag: 'Keeping a copy',
    summary: 'Read every product',
    description:
      'Every product of a locale in one answer, sorted by SKU. The default is JSON Lines: each line has the same bytes as the product detail that is read without a key. With `format=csv`, a row for each colour and size. Request a compressed answer.',
    parameters: ['locale', 'format'],
    texts: { [exportMediaTypes.ndjson]: 'exportLines', [csvMediaType]: 'exportTable' },
    examples: [],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  inventory: {
    tag: 'Keeping a copy',
    summary: 'Read the stock of every product',
    description:
      'The `inventory` of every product of a locale, as in its detail; with `format=csv`, a row for each location of a colour and size, or one row if no location is listed.',
    parameters: ['locale', 'format'],
    answer: 'Inventory',
    texts: { [csvMediaType]: 'inventoryTable' },
    examples: ['inventory'],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  changes: {
    tag: 'Keeping a copy',
    summary: 'Read what changed',
    description:
      'Without `since`, the current release. With `since`, the products that were added, changed or removed since that older release. The answer is correct even if the server returned to an earlier release. If `since` is unknown or too old, `complete` is false: load the whole catalogue from `reload`.',
    parameters: ['since', 'locale'],
    answer: 'Changes',
    examples: ['changes', 'incompleteChanges'],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  detail: {
    tag: 'Catalogue',
    summary: 'Read a product',
    description:
      'All data of one product. With a valid key, the answer also has the net prices and the price tier of the account. A key that is not valid gets an error, never public prices.',
    parameters: ['sku', 'locale'],
    answer: 'ProductDetail',
    examples: ['detail', 'keyedDetail'],
    problems: [...always, ...oneProduct, ...refusedKeys],
  },
  productPricing: {
    tag: 'Net prices',
    summary: 'Read the net prices of a product',
    description: "One product's prices for the account of the key.",
    parameters: ['sku', 'locale'],
    answer: 'ProductPricing',
    examples: ['productPricing'],
    problems: [...always, ...oneProduct, 'key_required', ...refusedKeys],
  },
  catalogPricing: {
    tag: 'Net prices',
    summary: 'Read the net prices of every product',
    description:
      'The prices of every product of the locale for the account of the key, sorted by SKU, to keep beside your copy of the catalogue. With `format=csv`, a price list for spreadsheets.',
    parameters: ['locale', 'format'],
    answer: 'CatalogPricing',
    examples: ['catalogPricing'],
    texts: { [csvMediaType]: 'priceList' },
    problems: [...always, 'unsupported_locale', 'key_required', ...refusedKeys],
  },
  sync: {
    tag: 'Keeping a copy',
    summary: 'List active products',
    description:
      'The products that at least one company sells now; with `company`, only those that this company sells. Keep the other products in your copy: only `GET /v1/products/changes` says which ones to remove. Needs no key.',
    parameters: ['company', 'locale'],
    answer: 'SyncListing',
    examples: ['sync'],
    problems: ['method_not_allowed', 'rate_limited', 'internal_error'],
  },
  apiCatalog: {
    tag: 'Discovery',
    summary: 'Find the API',
    description:
      'The API catalogue of RFC 9727: links to the API, its description, its documentation and its health. Needs no key.',
    parameters: [],
    answer: 'ApiCatalog',
    mediaType: apiCatalogMediaType,
    examples: ['apiCatalog'],
    problems: [...always, 'route_not_found'],
  },
};

/** The name of the API in its description and documentation. */
export const apiName = 'Public Product Catalog API';

/** The input of the OpenAPI document: the site that serves the API, and data from the content folder. */
export interface OpenApiSite extends ParameterFacts {
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly deprecations?: Deprecations;
  /** Contact for questions about the API. */
  readonly contact?: Contact;
  /** License of the API. */
  readonly license?: License;
}

interface Contact {
  readonly name: string;
  readonly url: string;
  readonly email?: string;
}

interface License {
  readonly name: string;
  readonly url: string;
}

/** Returns the OpenAPI document of a site. */
export function createOpenApiDocument(site: OpenApiSite): Json {
  const { deprecations = {}, contact, license } = site;
  const describe = (id: RouteId, operation: Operation) =>
    describeOperation(id, operation, { baseUrl: site.baseUrl, deprecated: id in deprecations });
  const operationsByPath = Object.entries(operations).map(([id, operation]) => {
    const { path } = routes[id as RouteId];
    return [path, { get: describe(id as RouteId, operation) }] as const;
  });
  const paths = Object.fromEntries(operationsByPath);
  return {
    openapi: '3.1.0',
    info: {
      title: apiName,
      version: '1.0.0',
      description:
        'Promotional apparel with public MSRP, and net prices for distributors with an API key. Almost all changes of /v1 are additions (see the guide): clients must ignore fields that they do not know.',
      ...(contact && { contact }),
      ...(license && { license }),
    },
    servers: [{ url: site.baseUrl }],
    externalDocs: { description: 'Guide and errors', url: `${site.baseUrl}/docs/` },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemaComponents(),
      parameters: parameterComponents(site),
      headers: headerComponents(paths),
      securitySchemes: securityComponents(),
    },
    'x-problem-codes': problemCodes,
  };
}

const security = {
  public: [{}],
  either: [{}, { accountKey: [] }],
  keyed: [{ accountKey: [] }],
} as const;

function describeOperation(
  id: RouteId,
  operation: Operation,
  { baseUrl, deprecated }: { baseUrl: string; deprecated: boolean },
): Json {
  const { path, access } = routes[id];
  const linked = linkHeader(id, baseUrl).Link !== undefined;
  const route = { id, linked, path, access, counted: isProductPath(path), deprecated };
  const common = commonHeaders(route);
  const ofFiles = operation.texts ? (['Content-Disposition'] as const) : [];
  const ofExports =
    operation.texts && access === 'public' ? (['X-Catalogue-Release'] as const) : [];
  const headers = headerRefs(['ETag', ...common, ...ofExports, ...ofFiles]);
  const problemAnswers = [...byStatus(operation.problems)].map(([status, codes]) => [
    String(status),
    problemResponse(codes, route, baseUrl),
  ]);
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(deprecated && { deprecated }),
    security: security[access],
    parameters: [...operation.parameters, 'ifNoneMatch'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    responses: {
      200: successResponse(operation, headers),
      304: { description: 'The client already has the current answer.', headers },
      ...Object.fromEntries(problemAnswers),
      ...(id === 'sync' ? syncErrors(common) : {}),
    },
  };
}

function successResponse(operation: Operation, headers: Json): Json {
  const { answer, mediaType = 'application/json', texts = {} } = operation;
  const document = answer && {
    [mediaType]: {
      schema: { $ref: refTo(answer) },
      examples: Object.fromEntries(
        operation.examples.map((name) => {
          const summary = exampleSummaries[name];
          return [name, { ...(summary !== undefined && { summary }), value: examples[name] }];
        }),
      ),
    },
  };
  const bodies = Object.entries(texts).map(([type, name]) => {
    return [type, { schema: { type: 'string' }, example: textExamples[name] }];
  });
  return {
    description: operation.summary,
    headers,
    content: { ...document, ...Object.fromEntries(bodies) },
  };
}

/**
 * Returns HTTP status → error response of the sync route, with the body `PlainError` (specification, "Endpoints") and
 * the header fields `common`.
 */
function syncErrors(common: readonly HeaderName[]): Json {
  const plain = (description: string, error: string, headers: readonly HeaderName[]) => ({
    description,
    headers: headerRefs(headers),
    content: {
      'application/json': { schema: { $ref: refTo('PlainError') }, example: { error } },
    },
  });
  const locale = `The parameter locale must be one of ${locales.join(', ')}.`;
  const withRetry = [...common, 'Retry-After'] as const;
  return {
    400: plain('The request is unreadable, or a parameter is invalid.', locale, common),
    502: plain('The listing of active products is not available.', noListingText, withRetry),
  };
}
