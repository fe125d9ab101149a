/** All checks, in the order of the product document, and its lines that no request can ask. */

import type { ExecutionContext } from 'ava';
import { type Check, runCheck } from './check.ts';
import { authenticationChecks } from './checks/authentication.ts';
import { endpointChecks } from './checks/endpoints.ts';
import { errorChecks } from './checks/errors.ts';
import { fieldChecks } from './checks/fields.ts';
import { limitChecks, openApiChecks } from './checks/limits.ts';
import { localAddress, serviceChecks } from './checks/service.ts';
import { Deployment, type Target } from './deployment.ts';

/** All checks. Some look at every answer before them, so the order matters to what they see. */
export const checks: readonly Check[] = [
  ...serviceChecks,
  ...fieldChecks,
  ...endpointChecks,
  ...authenticationChecks,
  ...errorChecks,
  ...limitChecks,
  ...openApiChecks,
];

/** Lines that need a fault, minutes or the operator's commands: section, line, and why they are not asked. */
export const unaskedLines: readonly (readonly [section: string, line: string, reason: string])[] = [
  ['Endpoints', 'a 500 of the list has error', 'needs a fault of the server'],
  ['Endpoints', 'the sync route: 502 with error', 'needs a fault of the specification service'],
  ['Authentication', 'an account has at most 10 active keys', 'needs the command for keys'],
  [
    'Authentication',
    'a revocation or change of tier takes up to 60 s',
    'needs the command for keys',
  ],
  ['Authentication', 'only distributor accounts get keys', 'needs the command for keys'],
  ['Limits', 'over a limit: 429 (600 a minute, 100 a second)', 'would use up the limits'],
];

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
