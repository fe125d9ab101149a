/** The reference: every operation of the OpenAPI document, as HTML and as Markdown. */
import { html, type Markup } from '../../html.ts';
import { addresses, type PageLanguage } from '../addresses.ts';
import { type Heading, slugOf } from '../render-markdown.ts';
import { toRoot } from './members.ts';
import type { ApiDescription, Operation, Schemas } from './openapi.ts';
import { renderResult } from './render-form.ts';
import { membersMarkdown } from './render-members.ts';
import { headerId, type OperationContext, renderOperation } from './render-operation.ts';
import { translate, translated } from './translate.ts';
import { referenceWords } from './words.ts';

/** What stands below the text of the page. */
interface RenderedReference {
  readonly body: Markup;
  /** The groups, and below each its operations. */
  readonly headings: readonly Heading[];
}

/** Renders all operations by group, then the header fields that they refer to. */
export function renderReference(
  api: ApiDescription,
  context: Omit<OperationContext, 'schemas'>,
): RenderedReference {
  const { language } = context;
  const say = referenceWords[language];
  const headings = api.groups.flatMap(({ name, operations }): Heading[] => [
    { depth: 2, id: slugOf(name), text: translate(name, language) },
    ...operations.map(({ id, summary }) => ({
      depth: 3,
      id,
      text: translate(summary, language),
    })),
  ]);
  const body = html`${api.groups.map(
    ({
      name,
      description,
      operations,
    }) => html`<h2 id="${slugOf(name)}">${translate(name, language)}</h2>
<p class="group">${translated(description, language)}</p>
${operations.map((operation) => renderOperation(operation, { ...context, schemas: api.schemas }))}`,
  )}<h2 id="header-fields">${say.headers}</h2>
<p>${say.headersIntroduction}</p>
<table class="header-fields">
<thead><tr><th scope="col">${say.header}</th><th scope="col">${say.description}</th></tr></thead>
<tbody>
${api.headers.map(
  ({
    name,
    description,
    example,
  }) => html`<tr><th scope="row" id="${headerId(name)}"><code>${name}</code></th><td>${translated(description, language)} <small>${say.example} <code>${example}</code></small></td></tr>
`,
)}</tbody>
</table>
${renderResult(language)}`;
  return { body, headings: [...headings, { depth: 2, id: 'header-fields', text: say.headers }] };
}

/** The cells of an operation in the overview's table of routes; the path leads to its section. */
export function routeCells(operation: Operation, language: PageLanguage): string[] {
  const { id, path, summary, key } = operation;
  const address = addresses.reference[language];
  return [
    `[\`${path}\`](${address}#${id})`,
    translate(summary, language),
    referenceWords[language].key[key],
  ];
}

/** The same as `renderReference` as Markdown, without the samples and the examples: the OpenAPI document has those. */
export function referenceMarkdown(api: ApiDescription, language: PageLanguage): string {
  const say = referenceWords[language];
  const groups = api.groups.flatMap(({ name, description, operations }) => [
    `## ${translate(name, language)} {#${slugOf(name)}}`,
    translate(description, language),
    ...operations.map((operation) => operationMarkdown(operation, api.schemas, language)),
  ]);
  const fields = api.headers.map(
    ({ name, description, example }) =>
      `| \`${name}\` | ${translate(description, language)} | \`${example}\` |`,
  );
  return [
    ...groups,
    `## ${say.headers} {#header-fields}`,
    table([say.header, say.description, say.exampleTitle], fields),
  ].join('\n\n');
}

function operationMarkdown(operation: Operation, schemas: Schemas, language: PageLanguage): string {
  const say = referenceWords[language];
  const errorsPage = addresses.errors[language];
  const parameters = operation.parameters.map(({ name, in: where, description, required }) => {
    const place = `${say.where[where]}${required ? `, ${say.required}` : ''}`;
    return `| \`${name}\` | ${place} | ${translate(description, language)} |`;
  });
  const bodies = operation.bodies.map(({ mediaType, schema }) => {
    const { members } = toRoot(schema, schemas);
    return [`200 \`${mediaType}\``, membersMarkdown(members, language)].join('\n\n').trim();
  });
  const errors = operation.errors.map(({ status, codes, description }) => {
    const links = codes.map((code) => `[\`${code}\`](${errorsPage}#error-${code})`).join(', ');
    return `| ${status} | ${links || translate(description, language)} |`;
  });
  return [
    `### ${translate(operation.summary, language)} {#${operation.id}}`,
    `\`GET ${operation.path}\` · ${say.key[operation.key]}`,
    translate(operation.description, language),
    table([say.parameter, say.place, say.description], parameters),
    ...bodies,
    table(
      [say.status, say.errors],
      [`| 304 | ${translate(operation.notModified, language)} |`, ...errors],
    ),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows].join('\n');
}
