/** Takes the lock of the folder that its argument names, prints `locked`, and never ends. */
import { whileLocked } from '../../../../build/output/folder-lock.ts';

const [folder = ''] = process.argv.slice(2);
const { signal: stop } = new AbortController();
await whileLocked(folder, { holder: 'npm run sync', stop }, () => {
  process.stdout.write('locked');
  // The timer keeps a reference to `resolve`: otherwise the promise, which never settles, could be garbage-collected,
  // and the lock with it.
  return new Promise((resolve) => {
    setInterval(() => resolve, 60_000);
  });
});
