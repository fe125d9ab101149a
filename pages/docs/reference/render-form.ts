/** The form that sends a request of an operation. It stands in a template: only a script can use it. */
import { testKeys } from '../../../contract/test-keys.ts';
import { html, type Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import type { Operation, Parameter } from './openapi.ts';
import { type FormWords, referenceWords } from './words.ts';

/** What fields are filled with. */
export interface FormSubject {
  readonly locale: string;
  readonly sku: string;
}

/** Renders the template with the form. */
export function renderForm(
  operation: Operation,
  subject: FormSubject,
  language: PageLanguage,
): Markup {
  const { id, path, parameters, key } = operation;
  const say = referenceWords[language].form;
  const fields = parameters.map((parameter) => renderField(parameter, id, subject));
  return html`<template class="try-template"><details class="try"><summary>${say.title}</summary>
<form data-path="${path}" autocomplete="off" spellcheck="false">
${fields}${key === 'none' ? '' : renderKeyField(id, say)}<button type="submit">${say.send}</button>
</form></details></template>
`;
}

/** Renders the template of what shows an answer; every form gets a copy of it. */
export function renderResult(language: PageLanguage): Markup {
  const say = referenceWords[language].form;
  return html`<template id="result-template"><p class="result-status" role="status" data-sending="${say.sending}" data-failed="${say.failed}"></p>
<div class="result" hidden>
<p><code class="result-url"></code></p>
<details><summary>${say.answerHeaders}</summary><pre tabindex="0" class="result-headers"></pre></details>
<pre tabindex="0" class="result-body" role="region" aria-label="${say.answerBody}" data-none="${say.noBody}"></pre>
<p class="result-cut" data-cut="${say.cut}" hidden></p>
</div></template>
`;
}

function renderField(parameter: Parameter, operation: string, subject: FormSubject): Markup {
  const { name, in: where, required = false, schema } = parameter;
  const id = `try-${operation}-${name}`;
  const value = name === 'sku' || name === 'locale' ? subject[name] : '';
  const names = html`id="${id}" name="${name}" data-in="${where}"`;
  const control =
    schema.enum === undefined
      ? html`<input ${names} value="${value}"${required ? ' required' : ''}>`
      : html`<select ${names}>${['', ...schema.enum].map((option) => renderOption(option, option === value))}</select>`;
  return html`<p class="field"><label for="${id}">${name}</label>${control}</p>\n`;
}

function renderOption(value: string, isSelected: boolean): Markup {
  if (value === '') return html`<option value="">–</option>`;
  return html`<option${isSelected ? ' selected' : ''}>${value}</option>`;
}

/** The choice of a key: none, a test key, or the reader's own, which is entered beside it. */
function renderKeyField(operation: string, say: FormWords): Markup {
  const id = `try-${operation}-key`;
  const options = testKeys.map(({ key, ...outcome }) => {
    const text =
      'tier' in outcome ? say.testKey(outcome.tier, outcome.percentOfMsrp) : outcome.problem;
    return html`<option value="${key}">${text}</option>`;
  });
  return html`<p class="field"><label for="${id}">${say.key}</label><select id="${id}" class="key-choice">
<option value="">${say.noKey}</option><option value="own">${say.ownKey}</option>
<optgroup label="${say.testKeys}">${options}</optgroup></select></p>
<p class="field own-key" hidden><label for="${id}-own">${say.ownKeyLabel}</label><input id="${id}-own" placeholder="ppc_…"></p>
`;
}
