/**
 * `npm run generate`: writes the files that are generated from code and content. Combines rooms that otherwise do not
 * know each other: the contract, the rules of content, the quality checks and the schemas for editors.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { allRules } from '../../build/check/rules/index.ts';
import { explainFailure, parseWithUsage } from '../../console/errors.ts';
import { escapeOutsideCode } from '../../console/sections.ts';
import type { Terminal } from '../../console/terminal.ts';
import { createSpecificationServiceDocument } from '../../contract/specification-service.ts';
import { planSchemas } from '../../editing/schemas/content-folder.ts';
import { qualityChecks } from '../../quality/checks.ts';
import { renderChecks } from '../../quality/report.ts';
import { renderContractLua } from '../contract-lua.ts';
import { renderAnswersConf, renderHeadersConf, renderOperationsConf } from '../nginx-conf.ts';
import { usage } from './usage.ts';

/** The folder of the project, relative to the working folder, so that printed paths are short. */
const project = relative(process.cwd(), resolve(import.meta.dirname, '../..'));

/**
 * Runs `npm run generate`: writes the generated files that are missing or out of date; with `--check`, only names them.
 * Returns the exit code: 0, or 1 after a failure, such as a folder that cannot be read, or if `--check` names a file.
 */
export async function runGenerate(args: string[], terminal: Terminal): Promise<number> {
  try {
    const { check, content } = readOptions(args);
    return await generate(content, check, terminal);
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

function readOptions(args: string[]) {
  return parseWithUsage(
    usage,
    () =>
      parseArgs({
        args,
        options: {
          content: { type: 'string' },
          check: { type: 'boolean', default: false },
        },
      }).values,
  );
}

async function generate(
  content: string | undefined,
  check: boolean,
  { stdout, stderr }: Terminal,
): Promise<number> {
  const folder = content ?? join(project, 'content');
  const { files: schemas, broken } = await planSchemas(folder);
  for (const file of broken) {
    stderr.write(
      `${join(folder, file)} cannot be read, so editors do not suggest its ids; ` +
        'npm run build reports the reason\n',
    );
  }
  const files = new Map([
    ...inFolder(folder, schemas),
    ...(content === undefined ? inFolder(project, renderProjectFiles()) : []),
  ]);
  const stale: string[] = [];
  for (const [path, text] of files) if (!(await hasText(path, text))) stale.push(path);
  const names = stale.map((path) => `  ${path}\n`).join('');
  if (check && stale.length > 0) {
    const option = content === undefined ? '' : ` -- --content ${content}`;
    stderr.write(`out of date; run npm run generate${option}:\n${names}`);
    return 1;
  }
  for (const path of stale) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, files.get(path) ?? '');
  }
  stdout.write(`${files.size - stale.length} of ${files.size} were up to date\n`);
  stdout.write(names && `written:\n${names}`);
  return 0;
}

/** Returns the generated files outside `content/`: path in the project → text. */
function renderProjectFiles(): ReadonlyMap<string, string> {
  const specificationService = JSON.stringify(createSpecificationServiceDocument(), null, 2);
  return new Map([
    ['infra/nginx/lua/contract.lua', renderContractLua()],
    ['infra/nginx/answers.conf', renderAnswersConf()],
    ['infra/nginx/headers.conf', renderHeadersConf()],
    ['infra/nginx/operations.conf', renderOperationsConf()],
    ['docs/rules.md', `${renderRules()}\n${renderChecks(qualityChecks)}`],
    ['docs/specification-service.openapi.json', `${specificationService}\n`],
  ]);
}

function inFolder(folder: string, files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].map(([path, text]) => [join(folder, path), text]);
}

async function hasText(path: string, text: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => undefined)) === text;
}

const rulesOpening = `# Content rules and quality checks

\`npm run generate\` writes this page; edits are lost.

What the compiler checks content for. An error prevents a release; a warning does
not, unless the build is strict. Every finding names its rule, as in
\`prices/msrp.csv:9:14 error price/rising: …\`; the part before the slash is the topic below.
`;

/** Returns a section for each topic, the first part of a rule's id, with a table of its rules, as Markdown. */
function renderRules(): string {
  const topicOf = (id: string) => id.split('/', 1)[0];
  const topics = new Set(allRules.map(({ id }) => topicOf(id)));
  const sections = Array.from(topics, (topic) => {
    const rules = allRules.filter(({ id }) => topicOf(id) === topic);
    const rows = rules.map(({ id, severity, summary, remedy }) => {
      const texts = [summary, remedy].map((text) => escapeOutsideCode(text));
      return `| \`${id}\` | ${severity} | ${texts.join(' | ')} |\n`;
    });
    return `## ${topic}\n\n| rule | severity | requirement | what to do |\n|---|---|---|---|\n${rows.join('')}`;
  });
  return [rulesOpening, ...sections].join('\n');
}
