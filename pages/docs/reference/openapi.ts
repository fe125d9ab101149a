/**
 * Reads the OpenAPI document into the structure that the reference page shows: operations by group, with their
 * parameters.
 */
import { createOpenApiDocument, type OpenApiSite } from '../../../contract/openapi/document.ts';
import { tags as tagTexts } from '../../../contract/openapi/operations.ts';
import type { ProblemCode } from '../../../contract/problems.ts';
import type { PageLanguage } from '../addresses.ts';

/** A JSON Schema with the keywords that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly default?: string;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The component schemas of the OpenAPI document, by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example: string;
}

/** A body of the 200 response, in one media type. */
export interface Body {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly examples: readonly Example[];
}

/** An example of a response body. */
export interface Example {
  /** Caption that distinguishes the example from others; empty for a single example. */
  readonly summary: string;
  /** Parsed JSON, or text if the body is not one JSON document. */
  readonly value: unknown;
}

/** The error response of an operation for one HTTP status. */
export interface ErrorResponse {
  readonly status: string;
  /** Problem codes of the status; empty if the body is not a problem document. */
  readonly codes: readonly ProblemCode[];
  readonly description: string;
}

/** An operation of the API. All operations are GET requests. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Whether the operation requires an API key, accepts one, or ignores it. */
  readonly key: 'required' | 'optional' | 'none';
  readonly parameters: readonly Parameter[];
  /** Bodies of the 200 response, one for each media type. */
  readonly bodies: readonly Body[];
  /** Names of the header fields of the 200 response. */
  readonly headers: readonly string[];
  /** Description of the 304 response; empty if the operation has none. */
  readonly notModified: string;
  readonly errors: readonly ErrorResponse[];
}

/** The operations with one OpenAPI tag. */
export interface OperationGroup {
  readonly name: string;
  /** The name in the language of the description. */
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** A header field of responses. */
export interface HeaderField {
  readonly name: string;
  readonly description: string;
  readonly example: string | number;
}

/** The parts of the OpenAPI document that the documentation shows. */
export interface ApiDescription {
  /** The groups of operations, in the order of the OpenAPI tags. */
  readonly groups: readonly OperationGroup[];
  readonly schemas: Schemas;
  readonly headers: readonly HeaderField[];
}

type Reference = { readonly $ref: string };
type ByName<Value> = Readonly<Record<string, Value>>;

interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: ByName<{ readonly summary?: string; readonly value: unknown }>;
}

interface RawResponse {
  readonly description: string;
  readonly headers?: ByName<Reference>;
  readonly content?: ByName<MediaType>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly security: readonly object[];
  readonly parameters: readonly Reference[];
  readonly responses: ByName<RawResponse>;
}

interface OpenApiDocument {
  readonly tags: readonly {
    readonly name: keyof typeof tagTexts;
    readonly description: string;
  }[];
  readonly paths: ByName<{ readonly get: RawOperation }>;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: ByName<Parameter>;
    readonly headers: ByName<Omit<HeaderField, 'name'>>;
  };
}

/** Creates the OpenAPI document of a site in a language and reads it. Groups and operations keep the order of the document. */
export function readOpenApiDocument(site: OpenApiSite, language: PageLanguage): ApiDescription {
  const document = createOpenApiDocument(site, language) as unknown as OpenApiDocument;
  const { tags, paths, components } = document;
  const groups = tags.map(({ name, description }) => ({
    name,
    title: tagTexts[name].name[language],
    description,
    operations: Object.entries(paths)
      .filter(([, { get }]) => get.tags[0] === name)
      .map(([path, { get }]) => toOperation(path, get, components.parameters)),
  }));
  const headers = Object.entries(components.headers).map(([name, field]) => ({ name, ...field }));
  return { groups, schemas: components.schemas, headers };
}

/** Lists the operations of all groups. */
export function listOperations({ groups }: ApiDescription): Operation[] {
  return groups.flatMap(({ operations }) => operations);
}

function toOperation(path: string, raw: RawOperation, parameters: ByName<Parameter>): Operation {
  const { 200: success, 304: notModified, ...errors } = raw.responses;
  return {
    id: raw.operationId,
    path,
    summary: raw.summary,
    description: raw.description,
    isDeprecated: raw.deprecated ?? false,
    key: keyOf(raw.security),
    parameters: raw.parameters.flatMap(({ $ref }) => parameters[schemaNameOf($ref)] ?? []),
    bodies: Object.entries(success?.content ?? {}).map(toBody),
    headers: Object.keys(success?.headers ?? {}),
    notModified: notModified?.description ?? '',
    errors: Object.entries(errors).map(toError),
  };
}

function keyOf(security: readonly object[]): Operation['key'] {
  const needsKey = (scheme: object) => 'accountKey' in scheme;
  if (security.every(needsKey)) return 'required';
  return security.some(needsKey) ? 'optional' : 'none';
}

function toBody([mediaType, { schema, example, examples = {} }]: [string, MediaType]): Body {
  const named = Object.values(examples).map(({ summary = '', value }) => ({ summary, value }));
  return {
    mediaType,
    schema,
    examples: example === undefined ? named : [{ summary: '', value: example }],
  };
}

function toError([status, { description, content = {} }]: [string, RawResponse]): ErrorResponse {
  const [{ examples = {} } = {}] = Object.values(content);
  return { status, description, codes: Object.keys(examples) as ProblemCode[] };
}

/** Returns the name at the end of a reference: `#/components/schemas/ProductDetail` → `ProductDetail`. */
export function schemaNameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
