/**
 * Loaded into the pricing service by the soak bench: for each IPC message, runs a full garbage collection and
 * replies with the used heap and the resident memory in bytes.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', () => {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapUsed, rss });
});
// The IPC channel must not keep the process running.
process.channel.unref();
