import test from 'ava';
import { asTyped } from '../../../console/typed-commands.ts';

test('on an installed machine messages name the command catalogue, in a checkout npm', (t) => {
  const CATALOGUE_COMMAND = 'catalogue';
  for (const [text, typed] of [
    ['there is no release yet; run npm run build', 'there is no release yet; run catalogue build'],
    ['run npm run keys -- account list again', 'run catalogue keys account list again'],
    ['Usage: npm run sync [-- --out DIR]', 'Usage: catalogue sync [--out DIR]'],
    ['npm run --silent quality -- --format json', 'catalogue quality --format json'],
    ['npm run diff (npm run edit)', 'catalogue diff (catalogue edit)'],
  ] as const) {
    t.is(asTyped(text, { CATALOGUE_COMMAND }), typed);
    t.is(asTyped(text, {}), text);
  }
});
