/** `npm run api`: publishes the API that the code describes, unless it breaks clients of the last published one. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ExpectedError, explainFailure, parseWithUsage } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { breakingChanges } from './breaking-changes.ts';
import type { Json } from './compare-schemas.ts';

const usage = `Usage: npm run api [-- --check]

Fails if the API that the code describes would break a client of the last published one.
Otherwise writes its OpenAPI document to contract/published/openapi.json, with which the
next one is compared. To publish a breaking change, delete that file first.

  --check  compares and writes nothing

Examples:
  npm run api -- --check
  npm run api

Exit codes: 0 no client breaks; 1 one would, for the printed reasons.
`;

const publishedFile = new URL('../../contract/published/openapi.json', import.meta.url);

/**
 * Runs `npm run api`: compares the OpenAPI document of the code with the published one in `file`. If no change breaks
 * clients, or `file` does not exist, writes the document to `file` (not with `--check`) and returns the exit code 0.
 * Otherwise, or for an invalid option, prints the reason and returns 1. For `--help`, only prints the usage.
 */
export async function runApi(
  args: string[],
  { stdout, stderr }: Terminal,
  file: URL | string = publishedFile,
): Promise<number> {
  try {
    const { check, help } = readOptions(args);
    if (help) stdout.write(usage);
    else await publish(file, check);
    return 0;
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

function readOptions(args: string[]) {
  return parseWithUsage(
    usage,
    () =>
      parseArgs({
        args,
        options: {
          check: { type: 'boolean', default: false },
          help: { type: 'boolean', default: false },
        },
      }).values,
  );
}

async function publish(file: URL | string, check: boolean): Promise<void> {
  // The public address and the default locale depend on the content, so they are not compared.
  const site = { baseUrl: 'https://catalogue.example', defaultLocale: 'en-CA' } as const;
  const document = createOpenApiDocument(site);
  const changes = breakingChanges(await readPublished(file), document);
  if (changes.length > 0) {
    const advice = 'Add instead of changing, or add a /v2 beside it (docs/versions.md).';
    throw new ExpectedError(
      ['These changes break clients of /v1:', ...changes, advice].join('\n  '),
    );
  }
  if (!check) await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
}

/** Returns the published document in `file`, or a document without paths if the file does not exist. */
async function readPublished(file: URL | string): Promise<Json> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Json;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { paths: {} };
    throw error;
  }
}
