/** What the service tells its operator: one JSON object a line. Never a key, never a hash of one. */
import { hideKeys } from '../contract/api-key.ts';

export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, error: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

/** A log that writes lines to a stream such as `process.stdout`. */
export function createLog(stream: { write(line: string): unknown }): Log {
  const write = (entry: Readonly<Record<string, unknown>>) => {
    // Redis tells the arguments of a command it refuses; a path may hold a key by mistake.
    stream.write(`${hideKeys(JSON.stringify({ time: new Date().toISOString(), ...entry }))}\n`);
  };
  return {
    info: (event, facts) => write({ level: 'info', event, ...facts }),
    error: (event, error, facts) => write({ level: 'error', event, ...facts, ...explain(error) }),
  };
}

function explain(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: explain(error.cause) };
  return { message: error.message, stack: error.stack, ...cause };
}
