/** `llms.txt`: what there is to read, for machines (llmstxt.org). */
import { routes } from '../../contract/routes.ts';
import { languageTags, markdownAddress } from './addresses.ts';
import type { WrittenPage } from './written-page.ts';

/** Renders the file from the pages, those of English first. */
export function renderLlms(pages: readonly WrittenPage[], baseUrl: string): string {
  const [start] = pages;
  const lineOf = ({ title, description, address, language }: WrittenPage) => {
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
