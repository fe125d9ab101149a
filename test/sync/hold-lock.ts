/** Takes the lock of the folder that its argument names, prints `locked`, and never ends. */
import { whileLocked } from '../../build/output/folder-lock.ts';

const [folder = ''] = process.argv.slice(2);
const { signal: stop } = new AbortController();
await whileLocked(folder, { stop }, () => {
  process.stdout.write('locked');
  return new Promise(() => setInterval(() => {}, 60_000));
});
