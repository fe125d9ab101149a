/** Renders `llms.txt`, the index of the documentation for language models (https://llmstxt.org). */
import { routes } from '../../contract/routes.ts';
import { languageTags, markdownAddress } from './addresses.ts';
import type { MarkdownPage } from './markdown-page.ts';

/**
 * Renders `llms.txt`: title and description of the English overview, which must be the first of `pages`, then links to
 * the Markdown version of every page, to the OpenAPI document and to the API catalogue.
 */
export function renderLlms(pages: readonly MarkdownPage[], baseUrl: string): string {
  const [start] = pages;
  const lineOf = ({ title, description, address, language }: MarkdownPage) => {
    const tag = language === 'en' ? '' : ` (${languageTags[language]})`;
    return `- [${title}${tag}](${baseUrl}${markdownAddress(address)}): ${description}`;
  };
  return `# ${start?.title}

> ${start?.description}

## Documentation

${pages.map(lineOf).join('\n')}

## API

- [OpenAPI 3.1 description](${baseUrl}/openapi.json): every route, parameter, field and error, with examples.
- [API catalogue](${baseUrl}${routes.apiCatalog.path}): a link set (RFC 9727) that leads to all of this.
`;
}
