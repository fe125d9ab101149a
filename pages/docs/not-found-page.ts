/**
 * Renders the HTML page for responses with status 404. Servers send it to browsers; other clients receive a
 * problem document.
 */
import { html } from '../html.ts';
import { addresses, type PageId, type PageLanguage } from './addresses.ts';
import { renderFrame } from './frame.ts';
import { frameLabels } from './frame-labels.ts';

interface NotFoundLabels {
  readonly title: string;
  readonly description: string;
  readonly links: string;
}

const notFoundLabels: Readonly<Record<PageLanguage, NotFoundLabels>> = {
  en: {
    title: 'Page not found',
    description: 'This address has no page. It may be misspelled, or the page may have moved.',
    links: 'These pages exist',
  },
  fr: {
    title: 'Page introuvable',
    description:
      'Aucune page ne se trouve à cette adresse. L’adresse est peut-être mal écrite, ou la page a été déplacée.',
    links: 'Ces pages existent',
  },
};

const linkedPages = [
  'start',
  'quickstart',
  'reference',
  'errors',
] as const satisfies readonly PageId[];

/** Renders the 404 page in one language. `baseUrl` is the URL of the server, such as `https://api.example.com`. */
export function renderNotFoundPage(language: PageLanguage, baseUrl: string): string {
  const { title, description, links } = notFoundLabels[language];
  const labels = frameLabels[language];
  const items = linkedPages.map(
    (id) => html`<li><a href="${addresses[id][language]}">${labels.pages[id]}</a></li>\n`,
  );
  const colon = language === 'fr' ? '\u00A0:' : ':';
  const body = html`<h1>${title}</h1>
<p>${description}</p>
<p>${links}${colon}</p>
<ul>
${items}</ul>
`;
  const text = { body, headings: [] };
  const frame = { language, translations: [], title, description, text };
  return renderFrame(frame, baseUrl);
}
