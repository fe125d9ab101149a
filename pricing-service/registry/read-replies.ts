/** Reads replies of Redis: those of a pipeline, of TIME, and records that may be damaged. */
import type { ChainableCommander } from 'ioredis';
import { ZodError } from 'zod';
import { DamagedRecord, type OnDamaged } from './failures.ts';

/** Runs a pipeline and returns its replies in order, with an `Error` for each refused command. */
export async function readEach(pipeline: ChainableCommander): Promise<unknown[]> {
  return ((await pipeline.exec()) ?? []).map(([error, reply]) => error ?? reply);
}

/** Returns a reply of `readEach`; throws its error. */
export function replyOf<Reply>(reply: unknown): Reply {
  if (reply instanceof Error) throw reply;
  return reply as Reply;
}

/** Runs a pipeline and returns its replies in order; rejects with the first error among them. */
export async function readTogether(pipeline: ChainableCommander): Promise<unknown[]> {
  return (await readEach(pipeline)).map(replyOf);
}

/** Converts the reply of TIME to whole milliseconds since 1970, rounded down. */
export function toMilliseconds(time: unknown): number {
  const [seconds, microseconds] = (time as readonly unknown[]).map(Number);
  return (seconds ?? 0) * 1000 + Math.floor((microseconds ?? 0) / 1000);
}

/** Returns `[read()]`, or `[]` after `onDamaged` if the record is invalid or of another type. */
export function readRecord<Entry>(of: string, read: () => Entry, onDamaged: OnDamaged): Entry[] {
  try {
    return [read()];
  } catch (cause) {
    const isDamaged = cause instanceof ZodError || /^WRONGTYPE /.test((cause as Error).message);
    if (!isDamaged) throw cause;
    onDamaged(new DamagedRecord(of, { cause }));
    return [];
  }
}
