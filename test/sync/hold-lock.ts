/** Takes the lock of the folder that its argument names, prints `locked`, and never ends. */
import { whileLocked } from '../../build/output/folder-lock.ts';

const [folder = ''] = process.argv.slice(2);
const { signal: stop } = new AbortController();
await whileLocked(folder, { holder: 'npm run sync', stop }, () => {
  process.stdout.write('locked');
  // The timer refers to the promise: one that nothing can settle is collected, and the lock with it.
  return new Promise((resolve) => {
    setInterval(() => resolve, 60_000);
  });
});
