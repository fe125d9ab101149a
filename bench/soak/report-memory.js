/** Loaded before the pricing service by the soak: tells its memory after a full collection, when asked. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', () => {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapUsed, rss });
});
// Being asked is no reason to stay.
process.channel.unref();
