/** `npm run audit`: scores the pages of `/docs` with Lighthouse (decision 81). */
import { parseArgs } from 'node:util';
import { ExpectedError, explainFailure, parseWithUsage } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { findNpmProgram, installNpmProgram } from '../provision/npm-programs.ts';
import { browserProgram, findProgram, provisionHint } from '../provision/programs.ts';
import { auditPage, type Form, forms, type PageScores } from './audit-page.ts';
import { startSite } from './start-site.ts';

/** The lowest score, of 100, that passes in a category. */
const minimum = 95;

const usage = `Usage: npm run audit [-- PAGE … --form mobile|desktop]

Builds and serves the sample catalogue, and scores every page of its site map with Lighthouse: performance,
accessibility, best practices, search engines. Installs Lighthouse into tmp/lighthouse (185 MB) when first run. Takes
about 15 seconds for each page and form; run nothing else on the machine meanwhile.

  PAGE    scores only these pages, such as /docs/guide
  --form  scores pages only as on this device (default: both)

Exit codes: 0 every score is ${minimum} or more; 1 one is lower, for the printed reasons.
`;

/**
 * Runs `npm run audit`, which prints Lighthouse's scores of the pages of `/docs`, and returns the exit code: 0, or 1
 * if a score is below 95 of 100, or after printing an error, such as an invalid option or a missing program.
 */
export async function runAudit(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  try {
    const { pages, formsAsked, help } = readOptions(args);
    if (help) {
      stdout.write(usage);
      return 0;
    }
    return (await audit(pages, formsAsked, stdout)) ? 0 : 1;
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

function readOptions(args: string[]) {
  const { values, positionals } = parseWithUsage(usage, () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { form: { type: 'string' }, help: { type: 'boolean', default: false } },
    }),
  );
  const formsAsked = forms.filter((form) => values.form === undefined || values.form === form);
  if (formsAsked.length === 0) throw new ExpectedError(`--form is ${forms.join(' or ')}\n${usage}`);
  return { pages: positionals, formsAsked, help: values.help };
}

/**
 * Prints the scores of the pages `asked` (URL paths; if empty, all pages of the site map) on each of the devices
 * `formsAsked`. Resolves to true if every score passes.
 */
async function audit(
  asked: readonly string[],
  formsAsked: readonly Form[],
  stdout: Terminal['stdout'],
): Promise<boolean> {
  const browser = await findProgram(browserProgram);
  if (browser === undefined) throw new ExpectedError(provisionHint([browserProgram]));
  const lighthouse = await provideLighthouse(stdout);
  const site = await startSite();
  let passes = true;
  try {
    const pages = asked.length > 0 ? asked : await site.listPages();
    for (const page of pages) {
      for (const form of formsAsked) {
        const scores = await auditPage(`${site.address}${page}`, form, { browser, lighthouse });
        stdout.write(`${describeScores(page, form, scores)}\n`);
        passes &&= scores.categories.every(({ score }) => score >= minimum);
      }
    }
  } finally {
    await site.stop();
  }
  return passes;
}

async function provideLighthouse(stdout: Terminal['stdout']): Promise<string> {
  const installed = await findNpmProgram('lighthouse');
  if (installed !== undefined) return installed;
  stdout.write('installing Lighthouse into tmp/lighthouse\n');
  await installNpmProgram('lighthouse').catch((cause: unknown) => {
    throw new ExpectedError('cannot install Lighthouse', { cause });
  });
  const program = await findNpmProgram('lighthouse');
  if (program === undefined) throw new Error('tmp/lighthouse has no program');
  return program;
}

function describeScores(page: string, form: Form, { categories, faults }: PageScores): string {
  const scores = categories.map(({ title, score }) => `${title} ${score}`).join(', ');
  const isLow = categories.some(({ score }) => score < minimum);
  return [`${page} (${form}): ${scores}`, ...(isLow ? faults : [])].join('\n  ');
}
