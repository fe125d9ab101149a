import { PassThrough } from 'node:stream';
import test from 'ava';
import { createAsk } from '../../../console/ask.ts';

/**
 * Asks a question on a simulated terminal, sends it `keys` as typed characters, and returns the
 * answer.
 */
async function answerWith(keys: string): Promise<boolean | undefined> {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream;
  const output = Object.assign(new PassThrough(), { isTTY: true });
  output.resume();
  const asked = createAsk(input, output as unknown as NodeJS.WriteStream)?.('Write this?');
  input.push(keys);
  return asked;
}

test('y, yes, o and oui mean yes; any other line, Ctrl-C and Ctrl-D mean no', async (t) => {
  for (const keys of ['y\n', 'YES\n', 'o\n', ' oui \n']) t.true(await answerWith(keys), keys);
  for (const keys of ['\n', 'n\n', 'yess\n', '\x03', '\x04']) {
    t.false(await answerWith(keys), JSON.stringify(keys));
  }
});

test('without a terminal no question is asked', (t) => {
  const input = new PassThrough() as unknown as NodeJS.ReadStream;
  t.is(createAsk(input, process.stdout), undefined);
});
