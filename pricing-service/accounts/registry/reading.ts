/** Reads two kinds of replies of Redis: all replies to a pipeline, and the reply to TIME. */
import type { ChainableCommander } from 'ioredis';

/** Runs a pipeline and returns its replies in order; rejects with the first error among them. */
export async function readTogether(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}

/** Converts the reply of TIME, seconds and microseconds, to milliseconds since 1970. */
export function toMilliseconds(time: unknown): number {
  const [seconds, microseconds] = (time as readonly unknown[]).map(Number);
  return (seconds ?? 0) * 1000 + Math.floor((microseconds ?? 0) / 1000);
}
