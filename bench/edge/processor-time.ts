/** Reads from `/proc` how much processor time a server has used. Linux only. */
import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the microseconds of processor time that the running threads of a process and its descendants have used. A
 * thread or descendant that ends meanwhile is not counted. Rejects with a file-system error if the process does not run.
 */
export async function readProcessorTime(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  let microseconds = 0;
  for (const task of await readdir(tasks)) {
    // https://www.kernel.org/doc/html/latest/scheduler/sched-stats.html: nanoseconds on a processor come first.
    const [nanoseconds] = (await readIfRunning(`${tasks}/${task}/schedstat`)).split(' ');
    microseconds += Number(nanoseconds) / 1000;
    const children = (await readIfRunning(`${tasks}/${task}/children`)).split(' ');
    for (const child of children.filter((text) => /\d/.test(text))) {
      microseconds += await ifRunning(readProcessorTime(Number(child)), 0);
    }
  }
  return microseconds;
}

/** Reads a file of a thread in `/proc`. Resolves to an empty text if the thread has ended. */
const readIfRunning = (path: string) => ifRunning(readFile(path, 'utf8'), '');

/** Resolves to `value`, or to `other` if it rejects because a thread or process has ended. */
async function ifRunning<Value>(value: Promise<Value>, other: Value): Promise<Value> {
  try {
    return await value;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return other;
    throw error;
  }
}
