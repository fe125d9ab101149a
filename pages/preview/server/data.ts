/** What pages ask for below `/preview/data/`: a page's data is one entry here and one file. */
import { type Language, languages } from '../../../contract/locales.ts';
import { answerComparison } from './comparison.ts';
import { answerFindings } from './findings.ts';
import { answerProduct } from './product.ts';
import { answerQuality } from './quality.ts';
import { answerReleases } from './releases.ts';
import type { Shown } from './shown.ts';
import { answerWall } from './wall.ts';

interface Asked {
  /** What the path's parts in parentheses are. */
  readonly parts: readonly string[];
  /** The language of the interface. */
  readonly language: Language;
}

const answers: readonly (readonly [
  path: RegExp,
  answer: (shown: Shown, asked: Asked) => unknown,
])[] = [
  [/^wall$/, (shown, { language }) => answerWall(shown, language)],
  [/^findings$/, (shown) => answerFindings(shown)],
  [/^quality$/, (shown, { language }) => answerQuality(shown, language)],
  [/^releases$/, (shown) => answerReleases(shown)],
  [
    /^releases\/(\w+)\/(\w+)$/,
    (shown, { parts: [before = '', after = ''], language }) =>
      answerComparison(shown, { ids: [before, after], language }),
  ],
  [
    /^products\/([^/]+)$/,
    (shown, { parts: [sku = ''], language }) => answerProduct(shown, { sku, language }),
  ],
];

/** What is to be sent as JSON, or undefined when there is nothing of that path. */
export async function answerData(
  shown: Shown,
  path: string,
  query: URLSearchParams,
): Promise<unknown> {
  const language = languages.find((each) => each === query.get('language')) ?? languages[0];
  for (const [pattern, answer] of answers) {
    const [whole, ...parts] = pattern.exec(path) ?? [];
    if (whole !== undefined) return answer(shown, { parts, language });
  }
  return undefined;
}
