/** What stands at an address that has no page or no product. */
import { say, type Word } from '../words.ts';
import { useTitle } from './use-title.ts';

export function NothingHere({ word }: { word: Word }) {
  useTitle(say(word));
  return (
    <>
      <h1>{say(word)}</h1>
      <p class="waiting">
        <a href="/preview">← {say('toWall')}</a>
      </p>
    </>
  );
}
