/**
 * `npm run api` from its arguments to its exit code. It compares the API that the code describes with the
 * last published one, and writes the document that later ones are compared with.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { breakingChanges } from './breaking-changes.ts';
import type { Document } from './document.ts';

const usage = `Usage: npm run api [-- --check]

Compares the OpenAPI document of the code with contract/published/openapi.json,
the API as it was last published, and fails if a change breaks its clients.
Otherwise it publishes: it writes the new document to that file. To publish a
breaking change, delete the file first (docs/versions.md).

  --check  compare only; write nothing
  --help   print this text

It reads no environment variables.

Examples:
  npm run api -- --check
  npm run api

Exit codes: 0 no change breaks a client; 1 one does, or the command failed, for
the reason that was printed.
`;

/** The streams of a process, or of a test. */
export interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Runs the command on the document that is kept at `published`. Resolves to the exit code. */
export async function runApi(
  args: string[],
  { stdout, stderr }: Streams,
  published: URL,
): Promise<number> {
  try {
    const { check, help } = readArguments(args);
    if (help) stdout.write(usage);
    else await publish(published, { check });
    return 0;
  } catch (error) {
    stderr.write(`${(error as Error).message.trimEnd()}\n`);
    return 1;
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`, { cause: error });
  }
}

async function publish(published: URL, { check }: { check: boolean }): Promise<void> {
  // Address and default locale are the content's; neither is compared.
  const site = { baseUrl: 'https://catalogue.example', defaultLocale: 'en-CA' } as const;
  const document = createOpenApiDocument(site);
  const changes = breakingChanges(await readPublished(published), document);
  if (changes.length > 0) {
    const advice = 'Add instead of changing, or add a /v2 beside it (docs/versions.md).';
    throw new Error(['These changes break clients of /v1:', ...changes, advice].join('\n  '));
  }
  if (!check) await writeFile(published, `${JSON.stringify(document, null, 2)}\n`);
}

/** Returns the last published document, or one without a path if there is none. */
async function readPublished(published: URL): Promise<Document> {
  try {
    return JSON.parse(await readFile(published, 'utf8')) as Document;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { paths: {} };
    throw error;
  }
}
