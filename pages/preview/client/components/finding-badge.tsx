/** How much the compiler found of a product; nothing where it found nothing. */
import type { FindingCounts } from '../../answers.ts';
import { count } from '../words.ts';

export function FindingBadge({ counts: { errors, warnings } }: { counts: FindingCounts }) {
  if (errors > 0) return <span class="badge error">{count(errors, 'error', 'errors')}</span>;
  if (warnings === 0) return null;
  return <span class="badge warning">{count(warnings, 'warning', 'warnings')}</span>;
}
