/** The status of content and connection, shown in the header. */
import type { ContentState } from '../../responses.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { contentState, hasFailed, isConnected } from '../live-data.ts';

/**
 * Shows whether the page has the content as saved, the last version without errors, or no connection to the server.
 * Screen readers announce changes.
 */
export function ContentStatus() {
  const state = contentState.value;
  const isGood = isConnected.value && !hasFailed.value && state?.isCurrent !== false;
  return (
    <p class={`state ${isGood ? 'good' : 'bad'}`} role="status">
      {textOf(state)}
    </p>
  );
}

function textOf(state: ContentState | undefined) {
  if (!isConnected.value) return translate('disconnected');
  if (hasFailed.value) return translate('failed');
  if (state === undefined) return null;
  if (state.isCurrent) return translate('upToDate');
  return (
    <>
      {translate('lastGood')} ·{' '}
      <a href="/preview/findings">{formatCount(state.errors, 'error', 'errors')}</a>
    </>
  );
}
