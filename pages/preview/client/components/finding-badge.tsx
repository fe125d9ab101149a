/** How much the compiler found of a product; nothing where it found nothing. */
import type { FindingCounts } from '../../responses.ts';
import { formatCount } from '../interface-texts.ts';

export function FindingBadge({ counts: { errors, warnings } }: { counts: FindingCounts }) {
  if (errors > 0) return <span class="badge error">{formatCount(errors, 'error', 'errors')}</span>;
  if (warnings === 0) return null;
  return <span class="badge warning">{formatCount(warnings, 'warning', 'warnings')}</span>;
}
