/** A Redis transaction whose failure says what was wrong. */
import type { ChainableCommander } from 'ioredis';

/**
 * Runs the commands of a transaction, all or none. Gives false when a watched key was changed
 * meanwhile and nothing was done; rejects with the reason when a command is refused.
 */
export async function inOneStep(transaction: ChainableCommander): Promise<boolean> {
  let results: [error: Error | null, result: unknown][] | null;
  try {
    results = await transaction.exec();
  } catch (error) {
    // Redis says EXECABORT; why, it has said of the command that it refused.
    const { previousErrors = [] } = error as { previousErrors?: readonly Error[] };
    throw previousErrors[0] ?? error;
  }
  for (const [error] of results ?? []) {
    if (error) throw error;
  }
  return results !== null;
}
