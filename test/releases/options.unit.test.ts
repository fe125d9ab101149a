import test from 'ava';
import { readCommand } from '../../releases/options.ts';

test('a command has its arguments, and dist where no folder is named', (t) => {
  t.deepEqual(readCommand(['list']), { name: 'list', out: 'dist' });
  t.deepEqual(readCommand(['activate', 'ab', '--out', 'x']), {
    name: 'activate',
    out: 'x',
    release: 'ab',
  });
  t.deepEqual(readCommand(['--keep', '3', 'prune']), { name: 'prune', out: 'dist', keep: 3 });
  t.deepEqual(readCommand(['list', '--help']), { name: 'help' });
});

test('anything else is refused with what is wrong, then the usage', (t) => {
  for (const [args, reason] of [
    [[], /^what is to be done\?/],
    [['remove'], /^there is no command "remove"/],
    [['list', 'x'], /^"x" is one argument too many/],
    [['activate'], /^activate needs a release/],
    [['activate', 'a', 'b'], /^"b" is one argument too many/],
    [['prune'], /^prune needs --keep/],
    [['prune', '--keep=-1'], /^prune needs --keep/],
    [['prune', '--keep', 'all'], /^prune needs --keep/],
    [['list', '--keep', '1'], /^--keep is an option of prune/],
    [['list', '--all'], /^Unknown option '--all'/],
  ] as const) {
    const error = t.throws(() => readCommand([...args]));
    t.regex(error?.message ?? '', reason);
    t.regex(error?.message ?? '', /\n\nUsage: npm run release /);
  }
});
