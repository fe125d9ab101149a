/** `npm run api`: publishes the API that the code describes, unless it breaks clients of the last published one. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Ask } from '../../console/ask.ts';
import { ExpectedError, explainFailure, parseWithUsage } from '../../console/errors.ts';
import { formatCount } from '../../console/format-count.ts';
import type { Terminal } from '../../console/terminal.ts';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { breakingChanges } from './breaking-changes.ts';
import type { Json } from './compare-schemas.ts';
import { usage } from './usage.ts';

const publishedFile = new URL('../../contract/published/openapi.json', import.meta.url);

/** What `runApi` uses besides its arguments; `ask` is undefined if there is no terminal. */
export interface ApiControls {
  readonly ask?: Ask | undefined;
  /** The published document (default: that of the project). */
  readonly file?: URL | string;
}

/**
 * Runs `npm run api`: compares the OpenAPI document of the code with the published one, lists the additions, and with
 * `--yes` or after a confirmation publishes them. Returns the exit code: 1 if clients would break, or after a failure.
 */
export async function runApi(
  args: string[],
  { stdout, stderr }: Terminal,
  { ask, file = publishedFile }: ApiControls = {},
): Promise<number> {
  try {
    const { check, yes } = readOptions(args);
    const [published, current] = [await readPublished(file), describeApi()];
    assertCompatible(published, current);
    const text = toText(current);
    if (toText(published) === text) return 0;
    const additions = listAdditions(published, current);
    const what = formatCount(additions.length, 'addition is', 'additions are');
    if (check) {
      stdout.write(`${what} not published yet; npm run api lists and publishes them\n`);
      return 0;
    }
    const places = additions.map((place) => `  ${place}\n`).join('');
    stdout.write(`${what} not published yet:\n${places}`);
    if (!yes && ask === undefined) {
      throw new ExpectedError('nothing was written: there is no terminal to ask on; add --yes');
    }
    if (yes || (await ask?.('Publish them, with the current texts?'))) await writeFile(file, text);
    return 0;
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

function readOptions(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  return parseWithUsage(
    usage,
    () => parseArgs({ args, options: { check: flag, yes: flag } }).values,
  );
}

/** Returns the OpenAPI document of the code. The public address and the default locale, which content sets, are fixed. */
function describeApi(): Json {
  const site = { baseUrl: 'https://catalogue.example', defaultLocale: 'en-CA' } as const;
  return JSON.parse(JSON.stringify(createOpenApiDocument(site)));
}

/** Throws an `ExpectedError` with the reasons if the new document would break clients of the old one. */
function assertCompatible(old: Json, next: Json): void {
  const changes = breakingChanges(old, next);
  if (changes.length === 0) return;
  const advice = 'Add instead of changing, or add a /v2 beside it.';
  throw new ExpectedError(['These changes break clients of /v1:', ...changes, advice].join('\n  '));
}

/** Returns the place of each member of `next` that `old` lacks, except texts and examples. */
function listAdditions(old: Json, next: Json, place = ''): string[] {
  return Object.entries(next).flatMap(([member, value]) => {
    const inner = place === '' ? member : `${place} › ${member}`;
    const before = old[member];
    const isText = typeof value === 'string' && /^(description|summary)$/.test(member);
    if (isText || /^examples?$/.test(member)) return [];
    if (before === undefined) return [inner];
    if (typeof value !== 'object' || value === null) return [];
    return listAdditions(before, value, inner);
  });
}

/** Returns the published document in `file`, or an empty document if the file does not exist. */
async function readPublished(file: URL | string): Promise<Json> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { paths: {} };
    throw error;
  }
}

function toText(document: Json): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
