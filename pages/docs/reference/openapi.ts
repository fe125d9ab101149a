/** The OpenAPI document as the reference shows it: groups of operations, with every reference resolved. */
import { createOpenApiDocument, type OpenApiSite } from '../../../contract/openapi/document.ts';
import type { ProblemCode } from '../../../contract/problems.ts';

/** The JSON Schema keywords that the contract's schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly default?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
}
export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example: string;
}

/** A body that a request may be answered with. */
export interface Body {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly examples: readonly Example[];
}

export interface Example {
  /** What it shows; empty if it is the only one, or the plainest. */
  readonly summary: string;
  /** Parsed JSON, or a text if the body is not one JSON document. */
  readonly value: unknown;
}

/** The errors of a status: problems by their code, or plain objects, described in a sentence. */
export interface ErrorResponse {
  readonly status: string;
  readonly codes: readonly ProblemCode[];
  readonly description: string;
}

/** An operation; every one is a GET. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Whether a key is needed, may be sent, or changes nothing. */
  readonly key: 'required' | 'optional' | 'none';
  readonly parameters: readonly Parameter[];
  /** Of the 200. */
  readonly bodies: readonly Body[];
  /** Names of the header fields of the 200. */
  readonly headers: readonly string[];
  /** What a 304 means. */
  readonly notModified: string;
  readonly errors: readonly ErrorResponse[];
}

export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface HeaderField {
  readonly name: string;
  readonly description: string;
  readonly example: string | number;
}

export interface ApiDescription {
  readonly groups: readonly OperationGroup[];
  readonly schemas: Schemas;
  readonly headers: readonly HeaderField[];
}

type Ref = { readonly $ref: string };
type Named<Value> = Readonly<Record<string, Value>>;

interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Named<{ readonly summary?: string; readonly value: unknown }>;
}

interface Answer {
  readonly description: string;
  readonly headers?: Named<Ref>;
  readonly content?: Named<MediaType>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly security: readonly object[];
  readonly parameters: readonly Ref[];
  readonly responses: Named<Answer>;
}

interface OpenApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Named<{ readonly get: RawOperation }>;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Named<Parameter>;
    readonly headers: Named<Omit<HeaderField, 'name'>>;
  };
}

/** Reads the document of a site; groups and operations are in its order. */
export function readOpenApiDocument(site: OpenApiSite): ApiDescription {
  const { tags, paths, components } = createOpenApiDocument(site) as unknown as OpenApiDocument;
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    operations: Object.entries(paths)
      .filter(([, { get }]) => get.tags[0] === name)
      .map(([path, { get }]) => toOperation(path, get, components.parameters)),
  }));
  const headers = Object.entries(components.headers).map(([name, field]) => ({ name, ...field }));
  return { groups, schemas: components.schemas, headers };
}

/** Every operation, by group. */
export function listOperations({ groups }: ApiDescription): Operation[] {
  return groups.flatMap(({ operations }) => operations);
}

function toOperation(path: string, raw: RawOperation, parameters: Named<Parameter>): Operation {
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

function toError([status, { description, content = {} }]: [string, Answer]): ErrorResponse {
  const [{ examples = {} } = {}] = Object.values(content);
  return { status, description, codes: Object.keys(examples) as ProblemCode[] };
}

/** The last part of a reference: `ProductDetail`. */
export function schemaNameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
