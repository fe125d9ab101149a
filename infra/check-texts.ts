/**
 * Checks texts for `npm run check`: a page of the documentation has the same sections and samples in both languages,
 * and French texts have the typography of Canada. Prints each fault; the exit code is 1 if there is one.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastGlob from 'fast-glob';

const cwd = resolve(import.meta.dirname, '..');
const read = (file: string) => readFile(resolve(cwd, file), 'utf8');

const straightQuote = [/['"]/, 'write ’ or « »'] as const;
const spaces = [
  [/ [:»]|« /, 'write a no-break space (U+00A0) before a colon and inside « »'],
  [/[\u00A0 ][;!?]/, 'write no space before ; ! and ?'],
] as const;

const faults = [...(await checkPages()), ...(await checkContent())];
process.stderr.write(faults.map((fault) => `${fault}\n`).join(''));
if (faults.length > 0) process.exitCode = 1;

async function checkPages(): Promise<string[]> {
  const faults: string[] = [];
  for (const file of await fastGlob('pages/docs/texts/en/*.md', { cwd })) {
    const french = file.replace('/en/', '/fr/');
    const [english, text] = [await read(file), await read(french)];
    const difference = differenceOf(marksIn(english), marksIn(text));
    if (difference) faults.push(`${french}: ${difference} is not at the same place in ${file}`);
    const lines = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, blank).split('\n');
    for (const [at, line] of lines.entries()) {
      for (const [pattern, advice] of [straightQuote, ...spaces]) {
        if (pattern.test(line)) faults.push(`${french}:${at + 1}: ${advice}`);
      }
    }
  }
  return faults;
}

/** Checks only quotes: pages of shops show these texts, and they are released as they are. */
async function checkContent(): Promise<string[]> {
  const files = await fastGlob('content/**/*.json', { cwd, ignore: ['content/schemas/**'] });
  const [pattern, advice] = straightQuote;
  const ofFile = async (file: string) =>
    frenchIn(JSON.parse(await read(file)))
      .filter((text) => pattern.test(text))
      .map((text) => `${file}: ${advice} in: ${text}`);
  return (await Promise.all(files.map(ofFile))).flat();
}

/** Returns every text of a JSON value that is in a member `fr` or `fr-CA`, at any depth. */
function frenchIn(json: unknown, isFrench = false): string[] {
  if (typeof json === 'string') return isFrench ? [json] : [];
  return Object.entries(json ?? {}).flatMap(([member, value]) =>
    frenchIn(value, isFrench || /^fr(-CA)?$/.test(member)),
  );
}

/** Returns the ids of headings, and the placeholders of samples, in the order of a page. */
function marksIn(text: string): string[] {
  return text.match(/\{#[\w-]+\}|\{\{(?:sample|answer) [\w-]+\}\}/g) ?? [];
}

/** Returns the first element in which two lists differ; undefined if they are equal. */
function differenceOf(one: readonly string[], other: readonly string[]): string | undefined {
  return one.find((each, at) => other[at] !== each) ?? other[one.length];
}

/** Replaces all but line breaks, so that the numbers of lines stay the same. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, '_');
}
