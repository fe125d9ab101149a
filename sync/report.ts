/** What a round tells whoever runs it: lines for a person, or a JSON object a line for a log. */
import type { RoundResult } from './round.ts';
import type { ServedListing } from './serve-answer.ts';
import { LossError } from './sync-error.ts';

/** One line about the listing, and one about each thing that was left out. */
export function renderListed({
  listing,
  release,
  products,
  changed,
  expiresAt,
  strangers,
}: ServedListing): string {
  const { skus, companies } = strangers;
  const before = changed ? '' : ', as before';
  return [
    `listing ${listing}: ${products} active products of release ${release}${before}`,
    ...(expiresAt === undefined ? [] : [`  expires ${toIso(expiresAt)}`]),
    ...(skus.length > 0 ? [`  left out, not in the catalogue: ${cut(skus)}`] : []),
    ...(companies.length > 0 ? [`  left out, no company of the content: ${cut(companies)}`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** A line for a log; `level` is `error` where the source's answer was not taken. */
export function renderLogLine({ served, failure }: RoundResult, nowMs: number): string {
  const { expiresAt, strangers, ...facts } = served ?? {};
  const event = failure instanceof LossError ? 'loss_held_back' : failure ? 'not_synced' : 'synced';
  return `${JSON.stringify({
    time: new Date(nowMs).toISOString(),
    level: failure ? 'error' : 'info',
    event,
    ...(failure && { message: failure.message }),
    ...facts,
    ...(expiresAt !== undefined && { expiresAt: toIso(expiresAt) }),
    ...(strangers && strangers.skus.length > 0 && { notInCatalogue: strangers.skus }),
    ...(strangers && strangers.companies.length > 0 && { noCompanies: strangers.companies }),
  })}\n`;
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

const shown = 10;

function cut(names: readonly string[]): string {
  const more = names.length - shown;
  return names.slice(0, shown).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
