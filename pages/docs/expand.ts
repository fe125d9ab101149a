/**
 * Replaces the placeholders in the Markdown of a page. A sample is a small program for readers, written in one or
 * several programming languages (`samples/NAME.py` and so on). `{{name}}` is replaced by a value, `{{sample NAME}}` by the code
 * and output of a sample in every language, and `{{answer NAME}}` by its outputs alone.
 */
import type { Locale } from '../../contract/locales.ts';
import type { SampleOutputs } from './sample-outputs.ts';

/** Values of the `{{name}}` placeholders, by name. */
export type PlaceholderValues = Readonly<Record<string, string | number>>;

/** File extension of each programming language of the samples, in the order shown. */
const sampleLanguages = { curl: 'sh', ts: 'mts', python: 'py', php: 'php' } as const;

/** Source code of every sample by file name, such as `first-price.py`. */
export type Samples = ReadonlyMap<string, string>;

/** The base URL, locale and product in the requests of the code samples. */
export interface SampleInput {
  readonly baseUrl: string;
  readonly locale: Locale;
  /** SKU of a product that is sold in the locale, or `SKU` if no product is sold anywhere. */
  readonly sku: string;
}

/** Base URL, locale and SKU as written in the sample files; `fillSample` replaces them. */
const sampleStandIns: SampleInput = {
  baseUrl: 'https://catalogue.example',
  locale: 'en-CA',
  sku: 'SKU-TO-READ',
};

/**
 * Returns the code of a sample file with its example values replaced: `https://catalogue.example` by `baseUrl`, `en-CA`
 * by `locale`, and `SKU-TO-READ` by `sku`. Pages show the returned code, and tests run it.
 */
export function fillSample(code: string, { baseUrl, locale, sku }: SampleInput): string {
  return code
    .replaceAll(sampleStandIns.locale, locale)
    .replaceAll(sampleStandIns.baseUrl, baseUrl)
    .replaceAll(sampleStandIns.sku, sku);
}

/**
 * The values, code samples and sample outputs that `expand` inserts for placeholders. `input` has the base URL, locale
 * and SKU in the requests of the samples.
 */
export interface Expansion {
  readonly input: SampleInput;
  readonly values: PlaceholderValues;
  readonly samples: Samples;
  readonly outputs: SampleOutputs;
}

/**
 * Returns a Markdown text with every placeholder replaced: `{{name}}` by a value, `{{sample NAME}}` by the code and
 * output of a sample in its programming languages, and `{{answer NAME}}` by these outputs alone. Throws an `Error` if a
 * `{{name}}` has no value or a sample has no file.
 */
export function expand(markdown: string, expansion: Expansion): string {
  const { values, outputs } = expansion;
  return markdown.replace(/\{\{(sample |answer )?([\w-]+)\}\}/g, (_, kind, name: string) => {
    if (kind === 'sample ') return expandSample(name, expansion);
    if (kind === 'answer ') return outputBlocks(name, outputs).join('\n\n');
    const value = values[name];
    if (value === undefined) throw new Error(`the placeholder {{${name}}} has no value`);
    return String(value);
  });
}

function expandSample(name: string, { input, samples, outputs }: Expansion): string {
  const blocks = Object.entries(sampleLanguages).flatMap(([language, extension]) => {
    const code = samples.get(`${name}.${extension}`);
    if (code === undefined) return [];
    const block = `\`\`\`${language} sample=${name}\n${fillSample(code, input).trimEnd()}\n\`\`\``;
    return [block, ...outputBlocks(name, outputs, [language as keyof typeof sampleLanguages])];
  });
  if (blocks.length === 0) throw new Error(`the sample ${name} is missing`);
  return blocks.join('\n\n');
}

/**
 * Returns Markdown code blocks with the output of the sample `name`, one for each of `languages` in which the
 * sample has an output.
 */
function outputBlocks(
  name: string,
  outputs: SampleOutputs,
  languages = Object.keys(sampleLanguages) as (keyof typeof sampleLanguages)[],
): string[] {
  return languages.flatMap((language) => {
    const output = outputs.get(`${name}.${sampleLanguages[language]}`);
    if (output === undefined) return [];
    const info = `${output.format} sample=${name} of=${language}`;
    return [`\`\`\`${info}\n${output.text.trimEnd()}\n\`\`\``];
  });
}
