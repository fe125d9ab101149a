/** The routes below `/preview/data/`. Each has an entry here and a file of this folder that creates its response. */
import { type Language, languages } from '../../../contract/locales.ts';
import { createComparisonResponse } from './comparison.ts';
import { createFindingsResponse } from './findings.ts';
import type { PreviewState } from './preview-state.ts';
import { createProductResponse } from './product.ts';
import { createProductGridResponse } from './product-grid.ts';
import { createQualityResponse } from './quality.ts';
import { createReleasesResponse } from './releases.ts';

interface DataRequest {
  /** The parts of the URL path that the groups of the route's pattern match: `['TEE100']` for `products/TEE100`. */
  readonly parts: readonly string[];
  /** The language of the interface. */
  readonly language: Language;
}

const routes: readonly (readonly [
  path: RegExp,
  createResponse: (state: PreviewState, request: DataRequest) => unknown,
])[] = [
  [/^products$/, (state, { language }) => createProductGridResponse(state, language)],
  [/^findings$/, (state) => createFindingsResponse(state)],
  [/^quality$/, (state, { language }) => createQualityResponse(state, language)],
  [/^releases$/, (state) => createReleasesResponse(state)],
  [
    /^releases\/(\w+)\/(\w+)$/,
    (state, { parts: [before = '', after = ''], language }) =>
      createComparisonResponse(state, { ids: [before, after], language }),
  ],
  [
    /^products\/([^/]+)$/,
    (state, { parts: [sku = ''], language }) => createProductResponse(state, { sku, language }),
  ],
];

/**
 * Resolves to the response, before it is converted to JSON, for a URL path without the prefix `/preview/data/`. The
 * parameter `language` of the query is the language of the interface; the default is English. Resolves to undefined if
 * the path, the product or a release is unknown. Rejects if an existing release cannot be read.
 */
export async function createDataResponse(
  state: PreviewState,
  path: string,
  query: URLSearchParams,
): Promise<unknown> {
  const language = languages.find((each) => each === query.get('language')) ?? languages[0];
  for (const [pattern, createResponse] of routes) {
    const [whole, ...parts] = pattern.exec(path) ?? [];
    if (whole !== undefined) return createResponse(state, { parts, language });
  }
  return undefined;
}
