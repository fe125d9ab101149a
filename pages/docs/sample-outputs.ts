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
 * Computes the outputs that the guide shows: those of all samples except `keep-a-copy.sh`. The samples request the
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
    ...outputsByFile('first-price', json(priced), text(brackets.join('\n'))),
    ...revokedKeyOutputs(input),
    ...outputsByFile('refresh-prices', text('200'), text(`${count} products priced`)),
    ...outputsByFile('keep-a-copy', undefined, text(`${count} added, 0 changed, 0 removed`)),
    ...outputsByFile('back-off', text('200'), text('200')),
  ]);
}

/**
 * Returns the outputs of the sample `first-price` if its API key is revoked, as pairs of file name and output. The file
 * names begin with `first-price-refused`, the name of the placeholder that shows them.
 */
function revokedKeyOutputs({
  baseUrl,
  locale,
  sku,
}: SampleInput): (readonly [string, SampleOutput])[] {
  const requestTarget = `/v1/products/${sku}/pricing?locale=${locale}`;
  const problem = createProblem('key_revoked', { baseUrl, requestTarget });
  const { status, code, detail } = problem;
  return outputsByFile(
    'first-price-refused',
    text(`${formatJson(problem)}\ncurl: (22) The requested URL returned error: ${status}`),
    text(`${status} ${code}: ${detail}`),
  );
}

/**
 * Returns the outputs of a sample as pairs of file name and output: `shell` for the `.sh` file, because curl prints the
 * whole response body, and `others` for the files in other languages. If `shell` is undefined, the `.sh` file has no
 * pair.
 */
function outputsByFile(
  name: string,
  shell: SampleOutput | undefined,
  others: SampleOutput,
): (readonly [string, SampleOutput])[] {
  return [
    ...(shell === undefined ? [] : [[`${name}.sh`, shell] as const]),
    ...['mjs', 'py', 'php'].map((ending) => [`${name}.${ending}`, others] as const),
  ];
}

const json = (value: unknown): SampleOutput => ({ format: 'json', text: formatJson(value) });
const text = (lines: string): SampleOutput => ({ format: 'text', text: lines });
