/** What a round tells whoever runs it. */
import type { RoundResult } from './round.ts';

/** One line about the listing, and one about each thing that was left out. */
export function renderResult({
  listing,
  release,
  products,
  changed,
  strangers,
}: RoundResult): string {
  const { skus, companies } = strangers;
  return [
    `listing ${listing}: ${products} active products of release ${release}${changed ? '' : ', as before'}`,
    ...(skus.length > 0 ? [`  left out, not in the catalogue: ${cut(skus)}`] : []),
    ...(companies.length > 0 ? [`  left out, no company of the content: ${cut(companies)}`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const shown = 10;

function cut(names: readonly string[]): string {
  const more = names.length - shown;
  return names.slice(0, shown).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
