/**
 * Renders the form that sends the request of an operation. The form is in a `<template>`, which browsers do not show:
 * `reference.js` replaces the template by the form, because the form only works with JavaScript.
 */
import { testKeys } from '../../../contract/test-keys.ts';
import { html, type Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import type { Operation, Parameter } from './openapi.ts';
import { referenceLabels } from './reference-labels.ts';

/** The initial values of the fields `locale` and `sku` in the forms that send requests. */
export interface FormDefaults {
  readonly locale: string;
  readonly sku: string;
}

/**
 * Renders the form that sends the request of one operation, as a `<template>`, with a field for each parameter.
 */
export function renderForm(
  operation: Operation,
  defaults: FormDefaults,
  language: PageLanguage,
): Markup {
  const { id, path, parameters, key } = operation;
  const labels = referenceLabels[language].form;
  const fields = parameters.map((parameter) => renderField(parameter, id, defaults));
  return html`<template class="try-template"><details class="try"><summary>${labels.title}</summary>
<form data-path="${path}" data-key="${key}" autocomplete="off" spellcheck="false">
${fields}<button type="submit">${labels.send}</button>
</form></details></template>
`;
}

/** Renders the template that displays a response. `reference.js` inserts a copy of it after every form. */
export function renderResponseTemplate(language: PageLanguage): Markup {
  const labels = referenceLabels[language].form;
  return html`<template id="result-template"><p class="result-status" role="status" data-sending="${labels.sending}" data-failed="${labels.failed}"></p>
<div class="result" hidden>
<p><code class="result-url"></code></p>
<details><summary>${labels.answerHeaders}</summary><pre tabindex="0" class="result-headers"></pre></details>
<pre tabindex="0" class="result-body" role="region" aria-label="${labels.answerBody}" data-none="${labels.noBody}"></pre>
<p class="result-cut" data-cut="${labels.cut}" hidden></p>
</div></template>
`;
}

function renderField(parameter: Parameter, operation: string, defaults: FormDefaults): Markup {
  const { name, in: location, required = false, schema } = parameter;
  const id = `try-${operation}-${name}`;
  const value = name === 'sku' || name === 'locale' ? defaults[name] : '';
  const names = html`id="${id}" name="${name}" data-in="${location}"`;
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

/**
 * Renders the choice of the API key of all forms: none, a test key, or a key that the user enters. The first test key is
 * chosen, so that routes that need a key answer.
 */
export function renderKeyChoice(language: PageLanguage): Markup {
  const labels = referenceLabels[language].form;
  const options = testKeys.map(({ key, ...outcome }, at) => {
    const text =
      'tier' in outcome ? labels.testKey(outcome.tier, outcome.percentOfMsrp) : outcome.problem;
    return html`<option value="${key}"${at === 0 ? ' selected' : ''}>${text}</option>`;
  });
  return html`<template class="try-template"><div class="keys">
<p><label for="key-choice">${labels.key}</label><select id="key-choice"><option value="">${labels.noKey}</option><option value="own">${labels.ownKey}</option>
<optgroup label="${labels.testKeys}">${options}</optgroup></select></p>
<p id="own-key" hidden><label for="own-key-value">${labels.ownKeyLabel}</label><input id="own-key-value" placeholder="ppc_…" autocomplete="off" spellcheck="false"></p>
</div></template>
`;
}
