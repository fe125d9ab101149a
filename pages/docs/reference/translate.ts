/** Translates the texts of the OpenAPI document into the language of a page. */
import { html, type Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import { renderInlineCode } from '../inline-code.ts';
import { frenchFields } from './french-fields.ts';
import { frenchMembers } from './french-members.ts';
import { frenchRoutes } from './french-routes.ts';

/**
 * English text → French translation. The key is the whole text, so that a reworded text loses its translation instead
 * of keeping a wrong one; a test reports missing translations.
 */
export const frenchTranslations: Readonly<Record<string, string>> = {
  ...frenchRoutes,
  ...frenchMembers,
  ...frenchFields,
};

/** Returns a text of the OpenAPI document in a language, or the English text if it has no translation. */
export function translate(text: string, language: PageLanguage): string {
  return language === 'en' ? text : (frenchTranslations[text] ?? text).replaceAll(' :', '\u00A0:');
}

/** Renders a text as HTML, with text between backticks as code. */
export function renderCodeSpans(text: string): Markup {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? renderInlineCode(part) : part))}`;
}

/**
 * Renders a text of the OpenAPI document in a language, with text between backticks as code. A text without a
 * translation is English and marked with `lang="en"`.
 */
export function renderTranslation(text: string, language: PageLanguage): Markup {
  const body = renderCodeSpans(translate(text, language));
  const isEnglish = language !== 'en' && !Object.hasOwn(frenchTranslations, text);
  return isEnglish ? html`<span lang="en">${body}</span>` : html`${body}`;
}
