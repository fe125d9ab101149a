/** Reads replies of Redis: all replies to a pipeline, the reply to TIME, and records that may be damaged. */
import type { ChainableCommander } from 'ioredis';
import { ZodError } from 'zod';
import { DamagedRecord, type OnDamaged } from './failures.ts';

/** Runs a pipeline and returns its replies in order; rejects with the first error among them. */
export async function readTogether(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}

/**
 * Converts the reply of TIME (`[seconds, microseconds]`) to whole milliseconds since 1970, rounded down. Does not
 * validate the reply.
 */
export function toMilliseconds(time: unknown): number {
  const [seconds, microseconds] = (time as readonly unknown[]).map(Number);
  return (seconds ?? 0) * 1000 + Math.floor((microseconds ?? 0) / 1000);
}

/**
 * Runs a pipeline and returns its replies in order, with an `Error` in the place of each command that Redis refused, such
 * as for a record of another type.
 */
export async function readEach(pipeline: ChainableCommander): Promise<unknown[]> {
  return ((await pipeline.exec()) ?? []).map(([error, reply]) => error ?? reply);
}

/** Returns a reply of `readEach`; throws its error. */
export function replyOf<Reply>(reply: unknown): Reply {
  if (reply instanceof Error) throw reply;
  return reply as Reply;
}

/**
 * Calls `read`, which reads one stored record, and returns its result as the only element of an array. If `read` throws
 * `ZodError`, or WRONGTYPE of Redis, the record is damaged: calls `onDamaged` with a `DamagedRecord` error and returns an empty array, so that
 * `flatMap` leaves out the record. `of` names the record in the error, such as `account acme`. Throws any other error
 * of `read`, and errors of `onDamaged`.
 */
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
