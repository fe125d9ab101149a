/** What samples print, computed from the release that the pages are part of; tests run the samples and compare. */
import type { PageFacts } from '../../build/output/shared-files.ts';
import { toProductPricing } from '../../contract/net-pricing.ts';
import { createProblem } from '../../contract/problem.ts';
import { testKeys, toTestPrices } from '../../contract/test-keys.ts';
import type { SampleSubject } from './expand.ts';
import { countSoldIn } from './facts.ts';
import { formatJson } from './reference/format-json.ts';

/** What a sample prints. */
export interface Answer {
  /** Marks the fence that shows it. */
  readonly mark: 'json' | 'text';
  readonly text: string;
}

/** Answers by the file of their sample, `first-price.py`. */
export type Answers = ReadonlyMap<string, Answer>;

/** Computes the answers to samples with this subject; none if the release has no product. */
export function createAnswers(subject: SampleSubject, facts: PageFacts): Answers {
  const { locale, sku } = subject;
  const detail = facts.readDetail(sku, locale);
  if (detail === undefined) return new Map();
  const { productName, pricing } = detail;
  const { currency, msrp } = pricing;
  const [{ tier }] = testKeys;
  const priced = toProductPricing(detail, tier, toTestPrices(detail, tier));
  const brackets = priced.net.map(
    ({ minQuantity, price }) => `from ${minQuantity} pieces: ${price} ${currency}`,
  );
  const count = countSoldIn(locale, facts);
  return new Map([
    ['first-read.sh', json({ sku, productName, pricing: { currency, msrp } })],
    ...inEveryLanguage('first-price', json(priced), text(brackets.join('\n'))),
    ...refusals(subject),
    ...inEveryLanguage('refresh-prices', text('200'), text(`${count} products priced`)),
    ...inEveryLanguage('keep-a-copy', undefined, text(`${count} added, 0 changed, 0 removed`)),
    ...inEveryLanguage('back-off', text('200'), text('200')),
  ]);
}

/** What `first-price` prints when the key is revoked. */
function refusals({ baseUrl, locale, sku }: SampleSubject): (readonly [string, Answer])[] {
  const requestTarget = `/v1/products/${sku}/pricing?locale=${locale}`;
  const problem = createProblem('key_revoked', { baseUrl, requestTarget });
  const { status, code, detail } = problem;
  return inEveryLanguage(
    'first-price-refused',
    text(`${formatJson(problem)}\ncurl: (22) The requested URL returned error: ${status}`),
    text(`${status} ${code}: ${detail}`),
  );
}

/** The answer in the shell, where curl prints bodies, and in the other languages. */
function inEveryLanguage(
  name: string,
  shell: Answer | undefined,
  others: Answer,
): (readonly [string, Answer])[] {
  return [
    ...(shell === undefined ? [] : [[`${name}.sh`, shell] as const]),
    ...['mjs', 'py', 'php'].map((ending) => [`${name}.${ending}`, others] as const),
  ];
}

const json = (value: unknown): Answer => ({ mark: 'json', text: formatJson(value) });
const text = (lines: string): Answer => ({ mark: 'text', text: lines });
