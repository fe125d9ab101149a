/** Renders the schemas of the reference, every field of the answers, as HTML and as Markdown. */
import { html, type Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import { renderCodeSpans } from '../inline-code.ts';
import type { Heading } from '../render-markdown.ts';
import { createFieldTables, type Field, type FieldTable, isLeaf } from './fields.ts';
import type { ApiDescription } from './openapi.ts';
import { formatType, formatValues, referenceLabels } from './reference-labels.ts';

/** The section of the reference about schemas. */
interface RenderedSchemas {
  readonly body: Markup;
  readonly markdown: string;
  readonly headings: readonly Heading[];
  /** Anchor id and description of each field, for the search index. */
  readonly fields: readonly { readonly id: string; readonly text: string }[];
}

/** Anchor id of the section. */
const sectionId = 'schemas';

/** Renders a table of fields for each schema of the answers. Throws the errors of `createFieldTables`. */
export function renderSchemas(api: ApiDescription, language: PageLanguage): RenderedSchemas {
  const tables = createFieldTables(api);
  const labels = referenceLabels[language];
  const [title, introduction] = [labels.schemas, labels.schemasIntroduction];
  return {
    body: html`<h2 id="${sectionId}">${title}</h2>
<p>${renderCodeSpans(introduction)}</p>
${tables.map((table) => renderTable(table, language))}`,
    markdown: [
      `## ${title} {#${sectionId}}`,
      introduction,
      ...tables.map((table) => tableMarkdown(table, language)),
    ].join('\n\n'),
    headings: [
      { depth: 2, id: sectionId, text: title },
      ...tables.map(({ name }) => ({ depth: 3, id: name, text: name })),
    ],
    fields: tables.flatMap((table) =>
      table.fields.map((field) => ({ id: fieldId(table, field), text: field.description })),
    ),
  };
}

/** Returns the anchor id of a field, such as `ProductDetail.minimumOrder.quantity`. */
function fieldId(table: FieldTable, { path }: Field): string {
  return `${table.name}.${path}`;
}

function renderTable(table: FieldTable, language: PageLanguage): Markup {
  const { name, description, fields } = table;
  const labels = referenceLabels[language];
  return html`<h3 id="${name}">${name} <a class="anchor" href="#${name}" aria-hidden="true" tabindex="-1">#</a></h3>
${description === '' ? '' : html`<p>${renderCodeSpans(description)}</p>\n`}<table class="schema">
<thead><tr><th scope="col">${labels.header}</th><th scope="col">${labels.description}</th></tr></thead>
<tbody>
${fields.map((field) => renderField(field, table, language))}</tbody>
</table>
`;
}

function renderField(field: Field, table: FieldTable, language: PageLanguage): Markup {
  const id = fieldId(table, field);
  const example = exampleOf(field);
  const labels = referenceLabels[language];
  const values = formatValues(field, language);
  return html`<tr><th scope="row" id="${id}"><code>${field.path}</code><small>${renderType(field, language)}</small></th>
<td>${renderCodeSpans(field.description)}${values === '' ? '' : html` ${renderCodeSpans(values)}`}${
    example === undefined ? '' : html`<small>${labels.example} <code>${example}</code></small>`
  }</td></tr>
`;
}

function renderType(field: Field, language: PageLanguage): Markup {
  const { schema, type, isAlwaysPresent } = field;
  const absent = isAlwaysPresent ? '' : `, ${referenceLabels[language].mayBeAbsent}`;
  const text = formatType(type, language);
  const link =
    schema === undefined ? '' : html`${colonIn(language)} <a href="#${schema}">${schema}</a>`;
  return html`${text}${link}${absent}`;
}

/** Maximum length of an example, in characters; the rest is replaced by `…`. */
const maxExampleLength = 90;

function exampleOf(field: Field): string | undefined {
  if (field.example === undefined || !isLeaf(field)) return undefined;
  const text = JSON.stringify(field.example);
  return text.length <= maxExampleLength ? text : `${text.slice(0, maxExampleLength)}…`;
}

/** Returns a colon as written in a language: in French, a non-breaking space precedes it. */
function colonIn(language: PageLanguage): string {
  return language === 'fr' ? '\u00A0:' : ':';
}

function tableMarkdown(table: FieldTable, language: PageLanguage): string {
  const { name, description, fields } = table;
  const labels = referenceLabels[language];
  const rows = fields.map((field) => {
    const kind = formatType(field.type, language);
    const type = field.schema === undefined ? kind : `${kind}${colonIn(language)} ${field.schema}`;
    const absent = field.isAlwaysPresent ? '' : `, ${labels.mayBeAbsent}`;
    const example = exampleOf(field);
    const cells = [
      `\`${field.path}\``,
      `${type}${absent}`,
      [field.description, formatValues(field, language)].filter(Boolean).join(' '),
      example === undefined ? '' : `\`${example}\``,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const head = [labels.header, 'Type', labels.description, labels.exampleTitle];
  return [
    `### ${name} {#${name}}`,
    ...(description === '' ? [] : [description]),
    [`| ${head.join(' | ')} |`, '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}
