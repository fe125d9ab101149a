/** Creates the OpenAPI 3.1 document of the API from the schemas, the problem table and the routes. */
import type { Deprecations } from '../deprecation.ts';
import { linkHeader } from '../discovery.ts';
import { type Language, locales } from '../locales.ts';
import { problemCodes } from '../problems.ts';
import { noListingText } from '../release.ts';
import { isProductPath, type RouteId, routes } from '../routes.ts';
import type { Text } from '../schemas/described.ts';
import {
  byStatus,
  type ParameterFacts,
  parameterComponents,
  problemResponse,
  refTo,
  schemaComponents,
  securityComponents,
} from './components.ts';
import { createExamples, type Examples, type JsonSchemas, tableExamples } from './examples.ts';
import { commonHeaders, type HeaderName, headerComponents, headerRefs } from './headers.ts';
import { inLanguage } from './in-language.ts';
import { exampleSummaries, type Operation, operations, tags } from './operations.ts';

type Json = Readonly<Record<string, unknown>>;

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

/**
 * Returns the OpenAPI document of a site. Its texts and examples are in `language`: `/openapi.json` is English, and
 * the reference in French shows the French document.
 */
export function createOpenApiDocument(site: OpenApiSite, language: Language = 'en'): Json {
  const { deprecations = {}, contact, license } = site;
  const schemas = inLanguage(schemaComponents(), language);
  const facts = { baseUrl: site.baseUrl, examples: createExamples(schemas as JsonSchemas) };
  const operationsByPath = Object.entries(operations).map(([name, operation]) => {
    const id = name as RouteId;
    const deprecated = id in deprecations;
    const get = describeOperation(id, operation, { ...facts, deprecated });
    return [routes[id].path, { get }] as const;
  });
  const paths = Object.fromEntries(operationsByPath);
  const document = {
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
    tags: Object.entries(tags).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas,
      parameters: parameterComponents(site),
      headers: headerComponents(paths),
      securitySchemes: securityComponents(),
    },
    'x-problem-codes': problemCodes,
  };
  return inLanguage(document, language);
}

const security = {
  public: [{}],
  either: [{}, { accountKey: [] }],
  keyed: [{ accountKey: [] }],
} as const;

interface OperationFacts {
  readonly baseUrl: string;
  readonly deprecated: boolean;
  readonly examples: Examples;
}

function describeOperation(
  id: RouteId,
  operation: Operation,
  { baseUrl, deprecated, examples }: OperationFacts,
): Json {
  const { path, access } = routes[id];
  const linked = linkHeader(id, baseUrl).Link !== undefined;
  const route = { id, linked, path, access, counted: isProductPath(path), deprecated };
  const common = commonHeaders(route);
  const ofFiles = operation.text ? (['Content-Disposition'] as const) : [];
  const isExport = (operation.text ?? operation.isFile) && access === 'public';
  const ofExports = isExport ? (['X-Catalogue-Release'] as const) : [];
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
      200: successResponse(operation, headers, examples),
      304: {
        description: {
          en: 'The client already has the current answer.',
          fr: 'Vous avez déjà la réponse actuelle.',
        },
        headers,
      },
      ...Object.fromEntries(problemAnswers),
      ...(id === 'sync' ? syncErrors(common) : {}),
    },
  };
}

function successResponse(operation: Operation, headers: Json, examples: Examples): Json {
  const { answer, mediaType = 'application/json', text } = operation;
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
  const textExamples = { exportLines: `${JSON.stringify(examples.detail)}\n`, ...tableExamples };
  const body = text && {
    [text.mediaType]: {
      schema: {
        type: 'string',
        // The text is one document per line.
        ...(text.example === 'exportLines' && { 'x-line': { $ref: refTo('ExportLine') } }),
      },
      example: textExamples[text.example],
    },
  };
  return {
    description: operation.summary,
    headers,
    content: { ...document, ...body },
  };
}

/**
 * Returns HTTP status → error response of the sync route, with the body `PlainError` (specification, "Endpoints") and
 * the header fields `common`.
 */
function syncErrors(common: readonly HeaderName[]): Json {
  const plain = (description: Text, error: string, headers: readonly HeaderName[]) => ({
    description,
    headers: headerRefs(headers),
    content: {
      'application/json': { schema: { $ref: refTo('PlainError') }, example: { error } },
    },
  });
  const locale = `The parameter locale must be one of ${locales.join(', ')}.`;
  const withRetry = [...common, 'Retry-After'] as const;
  return {
    400: plain(
      {
        en: 'The request is unreadable, or a parameter is invalid.',
        fr: 'La requête est illisible, ou un paramètre n’est pas valide.',
      },
      locale,
      common,
    ),
    502: plain(
      {
        en: 'The listing of active products is not available.',
        fr: 'La liste des produits actifs n’est pas disponible.',
      },
      noListingText,
      withRetry,
    ),
  };
}
