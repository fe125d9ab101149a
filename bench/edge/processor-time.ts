/** Reads from `/proc` how much processor time a server has used. Linux only. */
import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the microseconds of processor time that the running threads of a process and its descendants have used.
 * Rejects with a file-system error if the process or one of these threads ends before it is read.
 */
export async function readProcessorTime(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  let microseconds = 0;
  for (const task of await readdir(tasks)) {
    // https://www.kernel.org/doc/html/latest/scheduler/sched-stats.html: nanoseconds on a processor come first.
    const [nanoseconds] = (await readFile(`${tasks}/${task}/schedstat`, 'utf8')).split(' ');
    microseconds += Number(nanoseconds) / 1000;
    const children = (await readFile(`${tasks}/${task}/children`, 'utf8')).split(' ');
    for (const child of children.filter((text) => /\d/.test(text))) {
      microseconds += await readProcessorTime(Number(child));
    }
  }
  return microseconds;
}
