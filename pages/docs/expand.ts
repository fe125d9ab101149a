/** Puts facts and samples into a page's Markdown: `{{name}}` is a fact, `{{sample name}}` its code. */

/** Values by the name that texts call them by. */
export type Facts = Readonly<Record<string, string | number>>;

/** Languages of the samples, in the order shown, with the ending of their files. */
const sampleLanguages = { curl: 'sh', js: 'mjs', python: 'py', php: 'php' } as const;

/** Text of every sample by file name, `first-price.py`. */
export type Samples = ReadonlyMap<string, string>;

/** What samples read. */
export interface SampleSubject {
  readonly baseUrl: string;
  readonly locale: string;
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

/** Expands a text; throws for a fact or a sample that is not there. */
export function expand(markdown: string, facts: Facts, samples: Samples): string {
  return markdown.replace(/\{\{(sample )?([\w-]+)\}\}/g, (_, isSample, name: string) => {
    if (isSample) return expandSample(name, facts, samples);
    const value = facts[name];
    if (value === undefined) throw new Error(`a text names a fact that there is not: ${name}`);
    return String(value);
  });
}

function expandSample(name: string, { baseUrl, locale, sku }: Facts, samples: Samples): string {
  const subject = { baseUrl: String(baseUrl), locale: String(locale), sku: String(sku) };
  const blocks = Object.entries(sampleLanguages).map(([mark, ending]) => {
    const code = samples.get(`${name}.${ending}`);
    if (code === undefined) throw new Error(`there is no sample ${name}.${ending}`);
    return `\`\`\`${mark} sample=${name}\n${sampleText(code, subject).trimEnd()}\n\`\`\``;
  });
  return blocks.join('\n\n');
}
