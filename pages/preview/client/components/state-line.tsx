/** Says whether what is shown is the content as it was saved; read aloud when that changes. */
import { contentState, isConnected } from '../live.ts';
import { count, say } from '../words.ts';

export function StateLine() {
  const state = contentState.value;
  const isGood = isConnected.value && state?.isCurrent !== false;
  return (
    <p class={`state ${isGood ? 'good' : 'bad'}`} role="status">
      {!isConnected.value && say('disconnected')}
      {isConnected.value && state?.isCurrent && say('upToDate')}
      {isConnected.value && state && !state.isCurrent && (
        <>
          {say('lastGood')} ·{' '}
          <a href="/preview/findings">{count(state.errors, 'error', 'errors')}</a>
        </>
      )}
    </p>
  );
}
