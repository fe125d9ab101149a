/** nginx's access log, read while nginx writes it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A line of nginx's access log, parsed from JSON. */
export type AccessLogLine = Readonly<Record<string, unknown>>;

/**
 * Returns the log lines of the requests with these ids (`X-Request-Id`), in the order of `ids`. Waits until
 * the log has all of them, because nginx writes a line after the answer. `folder` is the folder in which
 * nginx runs.
 */
export async function readAccessLog(
  folder: string,
  ids: readonly unknown[],
): Promise<AccessLogLine[]> {
  for (;;) {
    const text = await readFile(join(folder, 'logs', 'access.log'), 'utf8');
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as AccessLogLine);
    const byId = new Map(lines.map((line) => [line['requestId'], line]));
    const found = ids.flatMap((id): AccessLogLine[] => {
      const line = byId.get(id);
      return line === undefined ? [] : [line];
    });
    if (found.length === ids.length) return found;
    await wait(5);
  }
}
