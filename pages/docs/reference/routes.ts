/** The routes as the OpenAPI document describes them: the reference that needs no JavaScript. */
import { createOpenApiDocument, type OpenApiSite } from '../../../contract/openapi/document.ts';

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly $ref: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

export interface DocumentedRoute extends Omit<Operation, 'parameters' | 'security'> {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Whether a key is needed, may be sent, or changes nothing. */
  readonly key: 'always' | 'optional' | 'none';
}

/** Every route of the OpenAPI document, in its order. */
export function documentedRoutes(site: OpenApiSite): DocumentedRoute[] {
  const { paths, components } = createOpenApiDocument(site) as unknown as OpenApiDocument;
  return Object.entries(paths).map(([path, { get }]) => ({
    ...get,
    path,
    parameters: get.parameters.flatMap(
      ({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''] ?? [],
    ),
    key: keyOf(get.security),
  }));
}

function keyOf(security: readonly object[]): DocumentedRoute['key'] {
  const needsKey = (scheme: object) => 'accountKey' in scheme;
  if (security.every(needsKey)) return 'always';
  return security.some(needsKey) ? 'optional' : 'none';
}

/** The cells of a route in a table of them all. */
export function routeRow({ path, summary, key }: DocumentedRoute): string[] {
  return [
    `\`${path}\``,
    summary,
    key === 'none' ? 'no' : key === 'always' ? 'yes' : 'for net prices',
  ];
}

/** The Markdown of every route: what it does, its parameters and its answers. */
export function routesMarkdown(routes: readonly DocumentedRoute[]): string {
  return routes.map(routeMarkdown).join('\n\n');
}

function routeMarkdown(route: DocumentedRoute): string {
  const parameters = route.parameters.map(
    ({ name, in: where, description, required }) =>
      `| \`${name}\` | ${where}${required ? ', required' : ''} | ${description} |`,
  );
  const answers = Object.entries(route.responses).map(
    ([status, { description }]) => `| ${status} | ${description} |`,
  );
  return [
    `### ${route.summary}`,
    `\`GET ${route.path}\``,
    route.description,
    ['| Parameter | Where | What |', '|---|---|---|', ...parameters].join('\n'),
    ['| Status | Answer |', '|---|---|', ...answers].join('\n'),
  ].join('\n\n');
}
