/**
 * `npm run api -- --check`: fails when the API that the code describes would break a client of the last
 * published one. `npm run api` makes the same check and then publishes: it writes the document that is
 * kept. A break is published by deleting the kept document, which nobody does by mistake.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { breakingChanges } from './breaking-changes.ts';
import type { Document } from './document.ts';

const kept = new URL('../../contract/published/openapi.json', import.meta.url);

try {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  // Address and default locale are the content's; neither is compared.
  const site = { baseUrl: 'https://catalogue.example', defaultLocale: 'en-CA' } as const;
  const document = createOpenApiDocument(site);
  const changes = breakingChanges(await readPublished(), document);
  if (changes.length > 0) {
    const advice = 'Add instead of changing, or add a /v2 beside it (docs/versions.md).';
    throw new Error(['These changes break clients of /v1:', ...changes, advice].join('\n  '));
  }
  if (!values.check) await writeFile(kept, `${JSON.stringify(document, null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** The last published document; before there is one, one without a path. */
async function readPublished(): Promise<Document> {
  try {
    return JSON.parse(await readFile(kept, 'utf8')) as Document;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { paths: {} };
    throw error;
  }
}
