/** One operation of the reference as HTML: what it takes and answers on one side, what to send on the other. */
import { html, type Markup } from '../../html.ts';
import { addresses, type PageLanguage } from '../addresses.ts';
import type { SampleSubject } from '../expand.ts';
import { breakable, highlight, renderInlineCode, renderMarkdown } from '../render-markdown.ts';
import { formatJson } from './format-json.ts';
import { toRoot } from './members.ts';
import type { Body, ErrorAnswer, Operation, Parameter, Schemas } from './openapi.ts';
import { renderForm } from './render-form.ts';
import { renderMembers } from './render-members.ts';
import { requestSamples } from './request-samples.ts';
import { translate, translated } from './translate.ts';
import { referenceWords, typeText } from './words.ts';

/** What operations are shown with. */
export interface OperationContext {
  readonly language: PageLanguage;
  readonly schemas: Schemas;
  /** What samples and forms read. */
  readonly subject: SampleSubject;
}

/** Renders the section; the operation's id is its anchor. */
export function renderOperation(operation: Operation, context: OperationContext): Markup {
  const { id, path, key, isDeprecated } = operation;
  const { language, subject } = context;
  const say = referenceWords[language];
  return html`<section class="operation">
<header>
<h3 id="${id}">${translate(operation.summary, language)} <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h3>
<p class="route"><code><b>GET</b> ${breakable(path)}</code> <span class="badge ${key}">${say.key[key]}</span>${
    isDeprecated ? html` <span class="badge deprecated">${say.deprecated}</span>` : ''
  }</p>
</header>
<div class="about">
<p>${translated(operation.description, language)}</p>
<h4>${say.parameters}</h4>
${renderParameters(operation.parameters, language)}<h4>${say.answer}</h4>
${operation.bodies.map((body) => renderBody(body, context))}<p class="body"><b>304</b> ${translated(operation.notModified, language)}</p>
${renderFields(operation, language)}<h4>${say.errors}</h4>
<ul class="errors">
${operation.errors.map((error) => renderError(error, language))}</ul>
</div>
<div class="beside">
${renderSamples(operation, context)}${renderForm(operation, subject, language)}${renderExamples(operation, language)}</div>
</section>
`;
}

function renderParameters(parameters: readonly Parameter[], language: PageLanguage): Markup {
  const say = referenceWords[language];
  const rows = parameters.map(({ name, in: where, required, description, schema, example }) => {
    const facts = [
      html`${typeText(toRoot(schema, {}).type, language)}`,
      ...(schema.enum === undefined ? [] : [renderCodes(schema.enum)]),
      ...(schema.default === undefined
        ? []
        : [html`${say.byDefault} ${renderCodes([schema.default])}`]),
      html`${say.example} ${renderCodes([example])}`,
    ];
    return html`<tr><th scope="row"><code>${name}</code><small>${say.where[where]}${required ? `, ${say.required}` : ''}</small></th>
<td>${translated(description, language)}<small>${facts.map((fact, at) => html`${at === 0 ? '' : ' · '}${fact}`)}</small></td></tr>
`;
  });
  return html`<table class="parameters">
<thead><tr><th scope="col">${say.parameter}</th><th scope="col">${say.description}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

function renderCodes(values: readonly string[]): readonly Markup[] {
  return values.map((value, at) => html`${at === 0 ? '' : ', '}${renderInlineCode(value)}`);
}

/** The media type of a body, and its members where it has any. */
function renderBody({ mediaType, schema }: Body, { language, schemas }: OperationContext): Markup {
  const root = toRoot(schema, schemas);
  const summary = html`<b>200</b> <code>${mediaType}</code>`;
  if (root.members.length === 0) return html`<p class="body">${summary}</p>\n`;
  const type = typeText(root.type, language);
  const description =
    root.description === '' ? '' : html` ${translated(root.description, language)}`;
  return html`<details class="body" open><summary>${summary}</summary>
<p><small>${type}</small>${description}</p>
${renderMembers(root.members, language)}</details>
`;
}

function renderFields({ headers }: Operation, language: PageLanguage): Markup {
  const links = headers.map(
    (name, at) =>
      html`${at === 0 ? '' : ', '}<a href="#${headerId(name)}"><code>${name}</code></a>`,
  );
  return html`<details class="fields"><summary>${referenceWords[language].headers}</summary>
<p>${links}</p></details>
`;
}

/** The anchor of a header field. */
export function headerId(name: string): string {
  return `header-${name.toLowerCase()}`;
}

function renderError({ status, codes, description }: ErrorAnswer, language: PageLanguage): Markup {
  const address = addresses.errors[language];
  const links = codes.map(
    (code) => html`<a href="${address}#error-${code}"><code>${code}</code></a> `,
  );
  const text = codes.length === 0 ? translated(description, language) : links;
  return html`<li><b>${status}</b> <span>${text}</span></li>\n`;
}

/** A sample for each language, marked so that the page's script offers one at a time. */
function renderSamples(operation: Operation, { subject, language }: OperationContext): Markup {
  const fences = Object.entries(requestSamples(operation, subject)).map(
    ([mark, code]) => `\`\`\`${mark} sample=${operation.id}\n${code}\n\`\`\``,
  );
  return renderMarkdown(fences.join('\n\n'), language).body;
}

/** The examples of every body, folded but for the first. */
function renderExamples({ bodies }: Operation, language: PageLanguage): readonly Markup[] {
  const title = referenceWords[language].exampleTitle;
  const all = bodies.flatMap(({ mediaType, examples }) =>
    examples.map((example) => ({ ...example, mediaType: mediaType.split(';')[0] ?? '' })),
  );
  return all.map(({ mediaType, summary, value }, at) => {
    const code =
      typeof value === 'string'
        ? highlight(value.trim(), 'text')
        : highlight(formatJson(value, 56), 'json');
    const what = summary === '' ? '' : html` · ${translated(summary, language)}`;
    return html`<details class="example"${at === 0 ? ' open' : ''}><summary>${title} <code>${mediaType}</code>${what}</summary>
<pre tabindex="0"><code>${code}</code></pre></details>
`;
  });
}
