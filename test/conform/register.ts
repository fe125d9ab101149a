/** Registers every check as a test, for the servers that the project's own tests start. */
import type { ExecutionContext } from 'ava';
import { runCheck } from './check.ts';
import { localAddress } from './checks/service.ts';
import { checks } from './checks.ts';
import { Deployment, type Target } from './deployment.ts';

/** Registers the checks by calls of `register`. `target` is called when the first of them runs. */
export function registerConformance(
  register: (title: string, run: (t: ExecutionContext) => Promise<void>) => void,
  target: () => Target,
): void {
  let deployment: Deployment | undefined;
  for (const check of checks) {
    register(`${check.section}: ${check.title}`, async (t) => {
      deployment ??= new Deployment(target());
      const { result, reason } = await runCheck(check, deployment);
      t.true(result === 'passed' || reason === localAddress, reason);
    });
  }
}
