/** Renders every operation of the OpenAPI document for the reference page, as HTML and as Markdown. */
import { html, type Markup } from '../../html.ts';
import { addresses, type PageLanguage } from '../addresses.ts';
import { renderCodeSpans } from '../inline-code.ts';
import { type Heading, slugOf } from '../render-markdown.ts';
import { tableNameOf } from './fields.ts';
import type { ApiDescription, Operation } from './openapi.ts';
import { referenceLabels } from './reference-labels.ts';
import { renderKeyChoice, renderResponseTemplate } from './render-form.ts';
import { headerId, type OperationContext, renderOperation } from './render-operation.ts';
import { renderSchemas } from './render-schemas.ts';

/** The generated part of the reference, which its introduction precedes. */
interface RenderedReference {
  readonly body: Markup;
  readonly markdown: string;
  /**
   * For each group, its heading (depth 2) and those of its operations (depth 3); then those of the header fields and of
   * the schemas.
   */
  readonly headings: readonly Heading[];
  /** Anchor id and description of each field, for the search index. */
  readonly fields: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Renders the choice of a key, all operations by group, a table of the header fields, and the schemas that the operations
 * link to.
 */
export function renderReference(
  api: ApiDescription,
  context: Omit<OperationContext, 'schemas'>,
): RenderedReference {
  const { language } = context;
  const labels = referenceLabels[language];
  const headings = api.groups.flatMap(({ name, title, operations }): Heading[] => [
    { depth: 2, id: slugOf(name), text: title },
    ...operations.map(({ id, summary }) => ({
      depth: 3,
      id,
      text: summary,
    })),
  ]);
  const schemas = renderSchemas(api, language);
  const body = html`${renderKeyChoice(language)}${api.groups.map(
    ({ name, title, description, operations }) => html`<h2 id="${slugOf(name)}">${title}</h2>
<p class="group">${renderCodeSpans(description)}</p>
${operations.map((operation) => renderOperation(operation, { ...context, schemas: api.schemas }))}`,
  )}<h2 id="header-fields">${labels.headers}</h2>
<p>${labels.headersIntroduction}</p>
<table class="header-fields">
<thead><tr><th scope="col">${labels.header}</th><th scope="col">${labels.description}</th></tr></thead>
<tbody>
${api.headers.map(
  ({
    name,
    description,
    example,
  }) => html`<tr><th scope="row" id="${headerId(name)}"><code>${name}</code></th><td>${renderCodeSpans(description)} <small>${labels.example} <code>${example}</code></small></td></tr>
`,
)}</tbody>
</table>
${schemas.body}${renderResponseTemplate(language)}`;
  const fields = { depth: 2, id: 'header-fields', text: labels.headers };
  return {
    body,
    markdown: `${operationsMarkdown(api, language)}\n\n${schemas.markdown}`,
    headings: [...headings, fields, ...schemas.headings],
    fields: schemas.fields,
  };
}

/** Renders the operations and the header fields as Markdown, without samples and example responses. */
function operationsMarkdown(api: ApiDescription, language: PageLanguage): string {
  const labels = referenceLabels[language];
  const groups = api.groups.flatMap(({ name, title, description, operations }) => [
    `## ${title} {#${slugOf(name)}}`,
    description,
    ...operations.map((operation) => operationMarkdown(operation, api, language)),
  ]);
  const fields = api.headers.map(
    ({ name, description, example }) => `| \`${name}\` | ${description} | \`${example}\` |`,
  );
  return [
    ...groups,
    `## ${labels.headers} {#header-fields}`,
    table([labels.header, labels.description, labels.exampleTitle], fields),
  ].join('\n\n');
}

function operationMarkdown(
  operation: Operation,
  { schemas }: ApiDescription,
  language: PageLanguage,
): string {
  const labels = referenceLabels[language];
  const errorsPage = addresses.errors[language];
  const parameters = operation.parameters.map(({ name, in: location, description, required }) => {
    const where = `${labels.locations[location]}${required ? `, ${labels.required}` : ''}`;
    return `| \`${name}\` | ${where} | ${description} |`;
  });
  const bodies = operation.bodies.map(({ mediaType, schema }) => {
    const name = tableNameOf(schema, schemas);
    return `200 \`${mediaType}\`${name === undefined ? '' : `: ${name}`}`;
  });
  const errors = operation.errors.map(({ status, codes, description }) => {
    const links = codes.map((code) => `[\`${code}\`](${errorsPage}#error-${code})`).join(', ');
    return `| ${status} | ${links || description} |`;
  });
  return [
    `### ${operation.summary} {#${operation.id}}`,
    `\`GET ${operation.path}\` · ${labels.key[operation.key]}`,
    operation.description,
    table([labels.parameter, labels.location, labels.description], parameters),
    ...bodies,
    table([labels.status, labels.errors], [`| 304 | ${operation.notModified} |`, ...errors]),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows].join('\n');
}
