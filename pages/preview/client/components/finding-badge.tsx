/** A badge with the number of findings (errors and warnings in the content). */
import type { FindingCounts } from '../../responses.ts';
import { formatCount } from '../interface-texts.ts';

/** Shows the number of errors, or of warnings if there is no error; nothing if there are no findings. */
export function FindingBadge({ counts: { errors, warnings } }: { counts: FindingCounts }) {
  if (errors > 0) return <span class="badge error">{formatCount(errors, 'error', 'errors')}</span>;
  if (warnings === 0) return null;
  return <span class="badge warning">{formatCount(warnings, 'warning', 'warnings')}</span>;
}
