/** The texts of the OpenAPI document in the language of a page. */
import { html, type Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import { renderInlineCode } from '../render-markdown.ts';
import { frenchFields } from './french-fields.ts';
import { frenchMembers } from './french-members.ts';
import { frenchRoutes } from './french-routes.ts';

/**
 * Keyed by the English text, so that a text that is reworded loses its translation instead of keeping a false one; a
 * test finds it.
 */
export const french: Readonly<Record<string, string>> = {
  ...frenchRoutes,
  ...frenchMembers,
  ...frenchFields,
};

/** A text of the document in a language; the English one if it has no translation. */
export function translate(text: string, language: PageLanguage): string {
  return language === 'en' ? text : (french[text] ?? text).replaceAll(' :', '\u00A0:');
}

/** The same as markup: code between backticks, and marked as English where it has no translation. */
export function translated(text: string, language: PageLanguage): Markup {
  const parts = translate(text, language).split('`');
  const body = parts.map((part, index) => (index % 2 === 1 ? renderInlineCode(part) : part));
  const isEnglish = language !== 'en' && !Object.hasOwn(french, text);
  return isEnglish ? html`<span lang="en">${body}</span>` : html`${body}`;
}
