/** Shows in the header which version of the content the page has, or that the server does not answer. */
import type { ContentState } from '../../responses.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { contentState, hasFailed, isConnected } from '../live-data.ts';

/**
 * Shows which version of the content the page has, or that the content folder cannot be read or the server does not
 * answer. Screen readers announce changes.
 */
export function ContentStatus() {
  const state = contentState.value;
  const isGood = isConnected.value && !hasFailed.value && (state?.shown ?? 'current') === 'current';
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
  if (state.shown === 'current') return translate('upToDate');
  if (state.shown === 'unreadable') return translate('unreadable');
  return (
    <>
      {translate(state.shown)} ·{' '}
      <a href="/preview/findings">{formatCount(state.errors, 'error', 'errors')}</a>
    </>
  );
}
