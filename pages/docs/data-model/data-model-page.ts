/** Renders the data model page: every field of the product data in responses, as HTML and as Markdown. */
import { html, type Markup } from '../../html.ts';
import { addresses, type PageLanguage } from '../addresses.ts';
import { renderCodeSpans } from '../inline-code.ts';
import { type ApiDescription, listOperations } from '../reference/openapi.ts';
import { formatType, formatValues, referenceLabels } from '../reference/reference-labels.ts';
import { renderValues } from '../reference/render-members.ts';
import type { Heading } from '../render-markdown.ts';
import { dataModelLabels } from './data-model-labels.ts';
import { createFieldTables, type Field, type FieldTable, isLeaf } from './fields.ts';

/** The data that the data model page is rendered from. */
export interface DataModel {
  readonly api: ApiDescription;
  readonly language: PageLanguage;
}

/** The generated part of the page, appended to its introduction. */
interface RenderedDataModel {
  readonly body: Markup;
  readonly markdown: string;
  /**
   * A heading for each response body (depth 2), followed by headings of the schemas nested in it (depth 3).
   */
  readonly headings: readonly Heading[];
  /** Anchor id and description of each field, for the search index. */
  readonly fields: readonly { readonly id: string; readonly text: string }[];
}

/** Returns the title and introduction of the data model page as Markdown. */
export function dataModelIntroductionMarkdown(language: PageLanguage): string {
  const { title, introduction } = dataModelLabels[language];
  return [`# ${title}`, ...introduction].join('\n\n');
}

/**
 * Renders the tables of the data model page as HTML and as Markdown: a table of fields for each schema with product
 * data. Also returns their headings, and the fields for the search index. Throws the errors of
 * `createFieldTables`.
 */
export function renderDataModel(model: DataModel): RenderedDataModel {
  const tables = createFieldTables(model.api);
  return {
    body: html`${tables.map((table) => renderTable(table, model))}`,
    markdown: tables.map((table) => tableMarkdown(table, model)).join('\n\n'),
    headings: tables.map((table) => ({
      depth: table.operation === undefined ? 3 : 2,
      id: table.name,
      text: table.name,
    })),
    fields: tables.flatMap((table) =>
      table.fields.map((field) => ({
        id: fieldId(table, field),
        text: field.description,
      })),
    ),
  };
}

/** Returns the anchor id of a field, such as `ProductDetail.minimumOrder.quantity`. */
function fieldId(table: FieldTable, { path }: Field): string {
  return `${table.name}.${path}`;
}

function renderTable(table: FieldTable, model: DataModel): Markup {
  const { name, description, fields } = table;
  const { language } = model;
  const labels = dataModelLabels[language];
  const anchor = html`<a class="anchor" href="#${name}" aria-hidden="true" tabindex="-1">#</a>`;
  const route = routeOf(table, model.api);
  const title =
    route === undefined
      ? html`<h3 id="${name}">${name} ${anchor}</h3>`
      : html`<h2 id="${name}">${name} ${anchor}</h2>
<p>${answerLabel(table, language)} <a href="${addresses.reference[language]}#${table.operation ?? ''}"><code>GET ${route}</code></a>.</p>`;
  return html`${title}
${description === '' ? '' : html`<p>${renderCodeSpans(description)}</p>\n`}<table class="fields">
<thead><tr><th scope="col">${labels.field}</th><th scope="col">${labels.meaning}</th></tr></thead>
<tbody>
${fields.map((field) => renderField(field, table, model))}</tbody>
</table>
`;
}

function renderField(field: Field, table: FieldTable, model: DataModel): Markup {
  const { language } = model;
  const id = fieldId(table, field);
  const example = exampleOf(field);
  const labels = dataModelLabels[language];
  const colon = colonIn(language);
  return html`<tr><th scope="row" id="${id}"><code>${field.path}</code><small>${renderType(field, language)}</small></th>
<td>${renderCodeSpans(field.description)}${renderValues(field, language)}${
    example === undefined
      ? ''
      : html`<small>${labels.example}${colon} <code>${example}</code></small>`
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

/**
 * Returns the label that precedes the route above a table, such as `The answer of` or, if the response is an
 * array, `Each element of the answer of`.
 */
function answerLabel({ isElement }: FieldTable, language: PageLanguage): string {
  const { answerOf, elementOf } = dataModelLabels[language];
  return isElement ? elementOf : answerOf;
}

/** Returns a colon as written in a language: in French, a non-breaking space precedes it. */
function colonIn(language: PageLanguage): string {
  return language === 'fr' ? '\u00A0:' : ':';
}

function routeOf({ operation }: FieldTable, api: ApiDescription): string | undefined {
  return listOperations(api).find(({ id }) => id === operation)?.path;
}

function tableMarkdown(table: FieldTable, model: DataModel): string {
  const { name, description, fields } = table;
  const { language } = model;
  const labels = dataModelLabels[language];
  const route = routeOf(table, model.api);
  const rows = fields.map((field) => {
    const kind = formatType(field.type, language);
    const type = field.schema === undefined ? kind : `${kind}${colonIn(language)} ${field.schema}`;
    const absent = field.isAlwaysPresent ? '' : `, ${referenceLabels[language].mayBeAbsent}`;
    const example = exampleOf(field);
    const cells = [
      `\`${field.path}\``,
      `${type}${absent}`,
      [field.description, formatValues(field, language)].filter(Boolean).join(' '),
      example === undefined ? '' : `\`${example}\``,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const head = [labels.field, 'Type', labels.meaning, labels.example];
  return [
    `${route === undefined ? '###' : '##'} ${name} {#${name}}`,
    ...(route === undefined ? [] : [`${answerLabel(table, language)} \`GET ${route}\`.`]),
    ...(description === '' ? [] : [description]),
    [`| ${head.join(' | ')} |`, '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}
