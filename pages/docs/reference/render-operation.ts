/** Renders one operation of the reference as HTML: its description beside its sample, form and examples. */
import { html, type Markup } from '../../html.ts';
import { addresses, type PageLanguage } from '../addresses.ts';
import type { SampleInput } from '../expand.ts';
import { renderBreakablePath, renderCodeSpans, renderInlineCode } from '../inline-code.ts';
import { highlight, renderMarkdown } from '../render-markdown.ts';
import { tableNameOf } from './fields.ts';
import { formatJson } from './format-json.ts';
import { resolveSchema } from './members.ts';
import type { Body, ErrorResponse, Operation, Parameter, Schemas } from './openapi.ts';
import { formatType, referenceLabels } from './reference-labels.ts';
import { renderForm } from './render-form.ts';
import { createRequestSample } from './request-sample.ts';

/** The data that `renderOperation` needs besides the operation; it is the same for all operations of a page. */
export interface OperationContext {
  readonly language: PageLanguage;
  readonly schemas: Schemas;
  /** The locale and product that samples and forms request. */
  readonly input: SampleInput;
}

/** Renders the section of an operation on the reference page. Its anchor is the operation id. */
export function renderOperation(operation: Operation, context: OperationContext): Markup {
  const { id, path, key, isDeprecated } = operation;
  const { language, input } = context;
  const labels = referenceLabels[language];
  return html`<section class="operation">
<header>
<h3 id="${id}">${operation.summary} <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h3>
<p class="route"><b class="method">GET</b> <code>${renderBreakablePath(path)}</code> <span class="badge ${key}">${labels.key[key]}</span>${
    isDeprecated ? html` <span class="badge deprecated">${labels.deprecated}</span>` : ''
  }</p>
</header>
<div class="about">
<p>${renderCodeSpans(operation.description)}</p>
<h4>${labels.parameters}</h4>
${renderParameters(operation.parameters, language)}<h4>${labels.answer}</h4>
${operation.bodies.map((body) => renderBody(body, context))}<p class="body"><b>304</b> ${renderCodeSpans(operation.notModified)}</p>
${renderFields(operation, language)}<h4>${labels.errors}</h4>
<ul class="errors">
${operation.errors.map((error) => renderError(error, language))}</ul>
</div>
<div class="beside">
${renderSample(operation, context)}${renderForm(operation, input, language)}${renderExamples(operation, language)}</div>
</section>
`;
}

function renderParameters(parameters: readonly Parameter[], language: PageLanguage): Markup {
  const labels = referenceLabels[language];
  const rows = parameters.map(({ name, in: location, required, description, schema, example }) => {
    const details = [
      html`${formatType(resolveSchema(schema, {}).type, language)}`,
      ...(schema.enum === undefined ? [] : [renderCodes(schema.enum)]),
      ...(schema.default === undefined
        ? []
        : [html`${labels.byDefault} ${renderCodes([schema.default])}`]),
      html`${labels.example} ${renderCodes([example])}`,
    ];
    return html`<tr><th scope="row"><code>${name}</code><small>${labels.locations[location]}${required ? `, ${labels.required}` : ''}</small></th>
<td>${renderCodeSpans(description)}<small>${details.map((detail, at) => html`${at === 0 ? '' : ' · '}${detail}`)}</small></td></tr>
`;
  });
  return html`<table class="parameters">
<thead><tr><th scope="col">${labels.parameter}</th><th scope="col">${labels.description}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

function renderCodes(values: readonly string[]): readonly Markup[] {
  return values.map((value, at) => html`${at === 0 ? '' : ', '}${renderInlineCode(value)}`);
}

/** Renders the media type of a response body, with a link to its schema or that of its elements. */
function renderBody({ mediaType, schema }: Body, { language, schemas }: OperationContext): Markup {
  const name = tableNameOf(schema, schemas);
  const { type, description } = resolveSchema(schema, schemas);
  const link = name === undefined ? '' : html` · <a href="#${name}">${name}</a>`;
  const text = description === '' ? '' : html`<br>${renderCodeSpans(description)}`;
  return html`<p class="body"><b>200</b> <code>${mediaType}</code> <small>${formatType(type, language)}</small>${link}${text}</p>
`;
}

function renderFields({ headers }: Operation, language: PageLanguage): Markup {
  const links = headers.map(
    (name, at) =>
      html`${at === 0 ? '' : ', '}<a href="#${headerId(name)}"><code>${name}</code></a>`,
  );
  return html`<details class="fields"><summary>${referenceLabels[language].headers}</summary>
<p>${links}</p></details>
`;
}

/** Returns the anchor id of a header field in the table of header fields: `ETag` → `header-etag`. */
export function headerId(name: string): string {
  return `header-${name.toLowerCase()}`;
}

function renderError(
  { status, codes, description }: ErrorResponse,
  language: PageLanguage,
): Markup {
  const address = addresses.errors[language];
  const links = codes.map(
    (code) => html`<a href="${address}#error-${code}"><code>${code}</code></a> `,
  );
  const text = codes.length === 0 ? renderCodeSpans(description) : links;
  return html`<li><b>${status}</b> <span>${text}</span></li>\n`;
}

function renderSample(operation: Operation, { input, language }: OperationContext): Markup {
  const fence = `\`\`\`curl\n${createRequestSample(operation, input)}\n\`\`\``;
  return renderMarkdown(fence, language).body;
}

/** Renders the examples of every response body. All but the first are collapsed. */
function renderExamples({ bodies }: Operation, language: PageLanguage): readonly Markup[] {
  const title = referenceLabels[language].exampleTitle;
  const all = bodies.flatMap(({ mediaType, examples }) =>
    examples.map((example) => ({ ...example, mediaType: mediaType.split(';')[0] ?? '' })),
  );
  return all.map(({ mediaType, summary, value }, at) => {
    const code =
      typeof value === 'string'
        ? highlight(value.trim(), 'text')
        : highlight(formatJson(value, 56), 'json');
    const caption = summary === '' ? '' : html` · ${renderCodeSpans(summary)}`;
    return html`<details class="example"${at === 0 ? ' open' : ''}><summary>${title} <code>${mediaType}</code>${caption}</summary>
<pre tabindex="0"><code>${code}</code></pre></details>
`;
  });
}
