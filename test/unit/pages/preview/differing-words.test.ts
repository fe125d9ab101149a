import test from 'ava';
import { differingWords } from '../../../../pages/preview/client/differing-words.ts';

const marked = (text: string, other: string) =>
  differingWords(text, other)
    .map((piece) => (piece.differs ? `[${piece.text}]` : piece.text))
    .join('');

test('words that differ from the other text are marked, and every word is kept', (t) => {
  t.is(marked('Two colours, one line', 'Two colors, one line'), 'Two [colours], one line');
  t.is(marked('same', 'same'), 'same');
  t.is(marked('all new', ''), '[all new]');
  t.is(marked('', 'gone'), '');
});
