/** `npm run conform`: asks a deployment every line of the product document, and prints which are true. */
import { parseArgs } from 'node:util';
import { explainFailure, parseWithUsage } from '../../console/errors.ts';
import { runCommand } from '../../console/run-command.ts';
import type { Terminal } from '../../console/terminal.ts';
import { parseBaseUrl } from '../../contract/base-url.ts';
import { type Outcome, runCheck } from './check.ts';
import { checks, unaskedLines } from './checks.ts';
import { Deployment, mostRequests, type Target } from './deployment.ts';

const usage = `Usage: npm run conform -- URL [--key KEY] [--revoked-key KEY]

Asks the API at URL every line of the product document, as its clients see it
(through its CDN), and prints which lines are true. Only reads: at most ${mostRequests}
requests, fewer than the advisory limit allows.

  --key KEY          API key of an account (default: a public test key)
  --revoked-key KEY  a revoked API key (default: a public test key)
  --help             print this text

Without a key, lines about keys are skipped if the API refuses test keys. For a
certificate of your own, set NODE_EXTRA_CA_CERTS.

Examples:
  npm run conform -- http://localhost:8080
  npm run conform -- https://api.example.com --key "$CATALOGUE_KEY"

Exit codes: 0 if no line failed, 1 if one failed or the API cannot be reached,
2 for wrong arguments.
`;

/** Returns what to check, or undefined for `--help`. Throws an `ExpectedError` for invalid arguments. */
function parseCommand(args: string[]): Target | undefined {
  return parseWithUsage(usage, () => {
    const string = { type: 'string' } as const;
    const options = { key: string, 'revoked-key': string, help: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return undefined;
    const [url, ...more] = positionals;
    if (url === undefined || more.length > 0) throw new Error('give one URL');
    if (values.key === '' || values['revoked-key'] === '') throw new Error('the key is empty');
    return { url: parseBaseUrl(url), key: values.key, revokedKey: values['revoked-key'] };
  });
}

/** Runs all checks, one after another. Throws if the deployment cannot be reached at all. */
async function runChecks(deployment: Deployment): Promise<readonly Outcome[]> {
  await deployment.ask('/v1/health');
  const outcomes: Outcome[] = [];
  for (const check of checks) outcomes.push(await runCheck(check, deployment));
  for (const [section, title, reason] of unaskedLines) {
    const check = { section, title, run: async () => {} };
    outcomes.push({ check, result: 'skipped', reason });
  }
  return outcomes;
}

/** Renders the outcomes by section, each as a line, with the reason of a failure in a second one. */
function renderTable(outcomes: readonly Outcome[]): string {
  const sections = new Set(outcomes.map(({ check }) => check.section));
  return [...sections]
    .flatMap((section) => [
      `\n${section}`,
      ...outcomes.filter(({ check }) => check.section === section).map(renderOutcome),
    ])
    .join('\n');
}

function renderOutcome({ check, result, reason }: Outcome): string {
  const line = `  ${result.padEnd(7)}  ${check.title}`;
  if (reason === undefined) return line;
  return result === 'failed' ? `${line}\n           ${reason}` : `${line} (${reason})`;
}

/** Prints the table and the numbers of outcomes. Returns the exit code. */
async function conform(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  let target: Target | undefined;
  try {
    target = parseCommand(args);
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 2;
  }
  if (target === undefined) {
    stdout.write(usage);
    return 0;
  }
  const deployment = new Deployment(target);
  try {
    const outcomes = await runChecks(deployment);
    const count = (result: Outcome['result']) =>
      outcomes.filter((outcome) => outcome.result === result).length;
    const keys = target.key === undefined ? 'test keys' : 'the given key';
    stdout.write(`${renderTable(outcomes)}

${deployment.client.answers.length} requests to ${target.url}, with ${keys}
${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped
`);
    return count('failed') > 0 ? 1 : 0;
  } catch (error) {
    stderr.write(`cannot reach ${target.url}: ${(error as Error).message}\n`);
    return 1;
  } finally {
    await deployment.client.close();
  }
}

await runCommand(conform);
