/** Says whether what is shown is the content as it was saved; read aloud when that changes. */
import type { ContentState } from '../../answers.ts';
import { contentState, hasFailed, isConnected } from '../live.ts';
import { count, say } from '../words.ts';

export function StateLine() {
  const state = contentState.value;
  const isGood = isConnected.value && !hasFailed.value && state?.isCurrent !== false;
  return (
    <p class={`state ${isGood ? 'good' : 'bad'}`} role="status">
      {textOf(state)}
    </p>
  );
}

function textOf(state: ContentState | undefined) {
  if (!isConnected.value) return say('disconnected');
  if (hasFailed.value) return say('failed');
  if (state === undefined) return null;
  if (state.isCurrent) return say('upToDate');
  return (
    <>
      {say('lastGood')} · <a href="/preview/findings">{count(state.errors, 'error', 'errors')}</a>
    </>
  );
}
