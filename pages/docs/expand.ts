/**
 * Puts facts and samples into a page's Markdown: `{{name}}` is a fact, `{{sample name}}` the code of a sample followed by
 * what it prints, `{{answer name}}` an answer alone.
 */
import type { Locale } from '../../contract/locales.ts';
import type { Answers } from './answers.ts';

/** Values by the name that texts call them by. */
export type Facts = Readonly<Record<string, string | number>>;

/** Languages of the samples, in the order shown, with the ending of their files. */
const sampleLanguages = { curl: 'sh', js: 'mjs', python: 'py', php: 'php' } as const;

/** Text of every sample by file name, `first-price.py`. */
export type Samples = ReadonlyMap<string, string>;

/** What samples read. */
export interface SampleSubject {
  readonly baseUrl: string;
  readonly locale: Locale;
  /** A product of that locale. */
  readonly sku: string;
}

/** What stands in the files of samples for what they read. */
const placeholders: SampleSubject = {
  baseUrl: 'https://catalogue.example',
  locale: 'en-CA',
  sku: 'SKU-TO-READ',
};

/** A sample as it is shown, and run by the tests: of this API, reading a product that it has. */
export function sampleText(code: string, { baseUrl, locale, sku }: SampleSubject): string {
  return code
    .replaceAll(placeholders.locale, locale)
    .replaceAll(placeholders.baseUrl, baseUrl)
    .replaceAll(placeholders.sku, sku);
}

/** What texts are expanded with. */
export interface Expansion {
  readonly subject: SampleSubject;
  readonly facts: Facts;
  readonly samples: Samples;
  readonly answers: Answers;
}

/** Expands a text; throws for a fact or a sample that is missing. */
export function expand(markdown: string, expansion: Expansion): string {
  const { facts, answers } = expansion;
  return markdown.replace(/\{\{(sample |answer )?([\w-]+)\}\}/g, (_, kind, name: string) => {
    if (kind === 'sample ') return expandSample(name, expansion);
    if (kind === 'answer ') return expandAnswer(name, answers).join('\n\n');
    const value = facts[name];
    if (value === undefined) throw new Error(`a text names a fact that there is not: ${name}`);
    return String(value);
  });
}

function expandSample(name: string, { subject, samples, answers }: Expansion): string {
  const blocks = Object.entries(sampleLanguages).flatMap(([mark, ending]) => {
    const code = samples.get(`${name}.${ending}`);
    if (code === undefined) throw new Error(`there is no sample ${name}.${ending}`);
    const block = `\`\`\`${mark} sample=${name}\n${sampleText(code, subject).trimEnd()}\n\`\`\``;
    return [block, ...expandAnswer(name, answers, [mark as keyof typeof sampleLanguages])];
  });
  return blocks.join('\n\n');
}

/** What a sample prints in each language, or in some, as fences. Without a product in the release there are none. */
function expandAnswer(
  name: string,
  answers: Answers,
  languages = Object.keys(sampleLanguages) as (keyof typeof sampleLanguages)[],
): string[] {
  return languages.flatMap((mark) => {
    const answer = answers.get(`${name}.${sampleLanguages[mark]}`);
    if (answer === undefined) return [];
    return [`\`\`\`${answer.mark} sample=${name} of=${mark}\n${answer.text.trimEnd()}\n\`\`\``];
  });
}
