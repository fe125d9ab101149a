/** Reading in one sending. */
import type { ChainableCommander } from 'ioredis';

/** The answers to a pipeline, in its order; rejects with the first error among them. */
export async function readTogether(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, answer]) => {
    if (error) throw error;
    return answer;
  });
}

/** What TIME answers, in milliseconds since 1970. */
export function toMilliseconds(time: unknown): number {
  const [seconds, microseconds] = (time as readonly unknown[]).map(Number);
  return (seconds ?? 0) * 1000 + Math.floor((microseconds ?? 0) / 1000);
}
