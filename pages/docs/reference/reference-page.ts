/** Renders every operation of the OpenAPI document for the reference page, as HTML and as Markdown. */
import { html, type Markup } from '../../html.ts';
import { addresses, type PageLanguage } from '../addresses.ts';
import { renderCodeSpans } from '../inline-code.ts';
import { type Heading, slugOf } from '../render-markdown.ts';
import { resolveSchema } from './members.ts';
import type { ApiDescription, Operation, Schemas } from './openapi.ts';
import { referenceLabels } from './reference-labels.ts';
import { renderResponseTemplate } from './render-form.ts';
import { membersMarkdown } from './render-members.ts';
import { headerId, type OperationContext, renderOperation } from './render-operation.ts';

/** The generated part of the reference page as HTML, with its headings. The page shows it after its introduction. */
interface RenderedReference {
  readonly body: Markup;
  /**
   * For each group, its heading (depth 2) and the headings of its operations (depth 3); last, the heading of the header
   * fields.
   */
  readonly headings: readonly Heading[];
}

/**
 * Renders all operations by group as HTML, then a table of the header fields that the operations link to, and the
 * template with which the forms show responses. Returns the HTML and its headings.
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
  const body = html`${api.groups.map(
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
${renderResponseTemplate(language)}`;
  return { body, headings: [...headings, { depth: 2, id: 'header-fields', text: labels.headers }] };
}

/** Renders the operations and the header fields as Markdown, without sample programs and example responses. */
export function referenceMarkdown(api: ApiDescription, language: PageLanguage): string {
  const labels = referenceLabels[language];
  const groups = api.groups.flatMap(({ name, title, description, operations }) => [
    `## ${title} {#${slugOf(name)}}`,
    description,
    ...operations.map((operation) => operationMarkdown(operation, api.schemas, language)),
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

function operationMarkdown(operation: Operation, schemas: Schemas, language: PageLanguage): string {
  const labels = referenceLabels[language];
  const errorsPage = addresses.errors[language];
  const parameters = operation.parameters.map(({ name, in: location, description, required }) => {
    const where = `${labels.locations[location]}${required ? `, ${labels.required}` : ''}`;
    return `| \`${name}\` | ${where} | ${description} |`;
  });
  const bodies = operation.bodies.map(({ mediaType, schema }) => {
    const { members } = resolveSchema(schema, schemas);
    return [`200 \`${mediaType}\``, membersMarkdown(members, language)].join('\n\n').trim();
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
