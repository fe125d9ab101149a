/** A check: one line of the product document, and a function that asks a deployment whether it is true. */
import { isDeepStrictEqual } from 'node:util';
import type { ZodType } from 'zod';
import { redactKeys } from '../../contract/api-key.ts';
import { problemMediaType } from '../../contract/problem.ts';
import { type ProblemCode, problems } from '../../contract/problems.ts';
import type { Answer, Deployment } from './deployment.ts';

/** One line, or row of a table, of the product document. */
export interface Check {
  /** The section of the document. */
  readonly section: string;
  readonly title: string;
  /** Throws an error with the reason if the line is not true, or by `skip` or `passWithout`. */
  readonly run: (deployment: Deployment) => Promise<void>;
}

/** How a check ended, with the reason if it failed, was skipped, or had nothing to look at. */
export interface Outcome {
  readonly check: Check;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly reason?: string;
}

/** Thrown to end a check with a result other than failed. */
class Ended extends Error {
  readonly result: Outcome['result'];

  constructor(result: Outcome['result'], reason: string) {
    super(reason);
    this.result = result;
  }
}

/** Ends a check as skipped: the line cannot be asked, such as one that needs a key. */
export function skip(reason: string): never {
  throw new Ended('skipped', reason);
}

/** Ends a check as passed: the catalogue has nothing that the line is about. */
export function passWithout(reason: string): never {
  throw new Ended('passed', reason);
}

/** Ends a check as failed. */
export function fail(reason: string): never {
  throw new Error(reason);
}

/** Ends a check as failed if two values differ. `what` names the first value and where it is from. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(actual, expected))
    fail(`${what} is ${show(actual)}, not ${show(expected)}`);
}

function show(value: unknown): string {
  return shorten(JSON.stringify(value) ?? 'missing');
}

/** Returns a text for a reason, cut after 160 characters. */
export function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** Ends a check as failed if `faults` is not empty. Shows the first three. */
export function expectNone(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > 3 ? `; and ${faults.length - 3} more` : '';
  fail(faults.slice(0, 3).map(shorten).join('; ') + more);
}

/** Ends a check as failed if an answer has another status. */
export function expectStatus({ where, status }: Answer, expected: number): void {
  expectEqual(status, expected, `${where}: status`);
}

/** Ends a check as failed if a body does not match a schema. */
export function expectSchema(schema: ZodType, body: unknown, where: string): void {
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  if (issue !== undefined) fail(`${where}: ${issue.path.join('.')}: ${issue.message}`);
}

/** The statuses in the table of errors. Those that the document does not show are in `contract/`. */
const documentedStatuses: Partial<Record<ProblemCode, number>> = {
  unsupported_locale: 400,
  key_required: 401,
  invalid_key: 401,
  key_revoked: 401,
  product_not_found: 404,
  rate_limited: 429,
};

/** Ends a check as failed if an answer is not the problem document of an error code, with its status and fields. */
export function expectProblem({ url }: Deployment, answer: Answer, code: ProblemCode): void {
  const { where, headers } = answer;
  expectStatus(answer, documentedStatuses[code] ?? problems[code].status);
  expectEqual(headers['content-type'], problemMediaType, `${where}: Content-Type`);
  const problem = answer.json() as Readonly<Record<string, unknown>>;
  expectEqual(problem['code'], code, `${where}: code`);
  expectEqual(problem['status'], answer.status, `${where}: member status`);
  for (const name of ['title', 'detail']) {
    if (typeof problem[name] !== 'string' || problem[name] === '') fail(`${where}: no ${name}`);
  }
  const type = String(problem['type']);
  if (!URL.canParse(type) || !type.endsWith(`#error-${code}`)) fail(`${where}: type is ${type}`);
  const [path = ''] = answer.path.split('?');
  // A proxy may have removed the path of the base address.
  const paths = [path, new URL(url).pathname.replace(/\/$/, '') + path];
  const instance = String(problem['instance']);
  if (!paths.includes(instance)) fail(`${where}: instance is ${instance}`);
}

/** Returns a function that makes a check of a section. */
export function checksOf(section: string) {
  return (title: string, run: Check['run']): Check => ({ section, title, run });
}

/** Runs a check. Keys do not appear in the reason. */
export async function runCheck(check: Check, deployment: Deployment): Promise<Outcome> {
  try {
    await check.run(deployment);
    return { check, result: 'passed' };
  } catch (error) {
    const reason = redactKeys(deployment.redact((error as Error).message));
    const result = error instanceof Ended ? error.result : 'failed';
    return { check, result, reason };
  }
}
