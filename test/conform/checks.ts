/** All checks, in the order of the product document, and its lines that no request can ask. */
import type { Check } from './check.ts';
import { authenticationChecks } from './checks/authentication.ts';
import { endpointChecks } from './checks/endpoints.ts';
import { errorChecks } from './checks/errors.ts';
import { fieldChecks } from './checks/fields.ts';
import { limitChecks } from './checks/limits.ts';
import { openApiChecks } from './checks/openapi.ts';
import { serviceChecks } from './checks/service.ts';

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
