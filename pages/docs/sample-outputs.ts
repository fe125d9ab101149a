/**
 * Computes the output that each code sample of the guide prints, from the release that the pages document.
 * Tests run the samples and compare their actual output with the computed one.
 */
import type { PageFacts } from '../../build/output/shared-files.ts';
import { toProductPricing } from '../../contract/net-pricing.ts';
import { createProblem } from '../../contract/problem.ts';
import { testKeys, toTestPrices } from '../../contract/test-keys.ts';
import type { SampleInput } from './expand.ts';
import { countProductsSoldIn } from './placeholder-values.ts';
import { formatJson } from './reference/format-json.ts';

/** The standard output of a sample. */
export interface SampleOutput {
  /** The language of the Markdown code block that shows the output. */
  readonly format: 'json' | 'text';
  readonly text: string;
}

/**
 * Outputs by file name of the sample, such as `first-price.py`. Outputs that a text shows without a sample have a name
 * of the same form: `first-read.sh` for `{{answer first-read}}`.
 */
export type SampleOutputs = ReadonlyMap<string, SampleOutput>;

/**
 * Computes the outputs that the pages show. The samples request the
 * locale and product of `input`. Returns an empty map if the product is not sold in the locale. Throws the errors of
 * `facts.readDetail`.
 */
export function computeSampleOutputs(input: SampleInput, facts: PageFacts): SampleOutputs {
  const { locale, sku } = input;
  const detail = facts.readDetail(sku, locale);
  if (detail === undefined) return new Map();
  const { productName, pricing } = detail;
  const { currency, msrp } = pricing;
  const [{ tier }] = testKeys;
  const priced = toProductPricing(detail, tier, toTestPrices(detail, tier));
  const brackets = priced.net.map(
    ({ minQuantity, price }) => `from ${minQuantity} pieces: ${price} ${currency}`,
  );
  const count = countProductsSoldIn(locale, facts);
  return new Map([
    ['first-read.sh', json({ sku, productName, pricing: { currency, msrp } })],
    ...inEachLanguage('first-price', text(brackets.join('\n'))),
    ...inEachLanguage('first-price-refused', refusal(input)),
    ...inEachLanguage('keep-a-copy', text(`${count} added, 0 changed, 0 removed`)),
    ['refresh-prices.sh', text('200')],
    ['back-off.sh', text('200')],
  ]);
}

/** Returns what the sample `first-price` prints if its key is revoked. */
function refusal({ baseUrl, locale, sku }: SampleInput): SampleOutput {
  const requestTarget = `/v1/products/${sku}/pricing?locale=${locale}`;
  const { status, code, detail } = createProblem('key_revoked', { baseUrl, requestTarget });
  return text(`${status} ${code}: ${detail}`);
}

/** Returns the output of a sample in TypeScript, Python and PHP as pairs of file name and output. */
function inEachLanguage(name: string, output: SampleOutput) {
  return ['mts', 'py', 'php'].map((ending) => [`${name}.${ending}`, output] as const);
}

const json = (value: unknown): SampleOutput => ({ format: 'json', text: formatJson(value) });
const text = (lines: string): SampleOutput => ({ format: 'text', text: lines });
