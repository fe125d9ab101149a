/** `npm run schemas`: writes the JSON Schemas of a content folder. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { explainFailure, parseWithUsage } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { planSchemas, writeSchemas } from './content-folder.ts';

const usage = `Usage: npm run schemas [-- --content DIR] [--check]

Writes DIR/schemas/, from which text editors suggest values and mark mistakes in the
content.

  --content DIR    content folder (default: content)
  --check          writes nothing; fails if something is out of date

Examples:
  npm run schemas
  npm run schemas -- --content ../catalogue --check

Exit codes: 0 the schemas are up to date; 1 they are not, for the printed reason.
`;

/**
 * Runs `npm run schemas`, which writes the JSON Schemas of a content folder; with `--check` it only compares. Returns
 * the exit code: 0, or 1 after a failure (such as an invalid option, or a folder that cannot be read or written) or if
 * `--check` finds schemas out of date.
 */
export async function runSchemas(args: string[], terminal: Terminal): Promise<number> {
  try {
    const options = readOptions(args);
    if (!options.help) return await updateSchemas(options.content, options.check, terminal);
    terminal.stdout.write(usage);
    return 0;
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/** Parses the arguments. If one is invalid, throws an `ExpectedError` whose message is the reason and the usage. */
function readOptions(args: string[]) {
  return parseWithUsage(
    usage,
    () =>
      parseArgs({
        args,
        options: {
          content: { type: 'string', default: 'content' },
          check: { type: 'boolean', default: false },
          help: { type: 'boolean', default: false },
        },
      }).values,
  );
}

async function updateSchemas(
  folder: string,
  check: boolean,
  { stdout, stderr }: Terminal,
): Promise<number> {
  const plan = await planSchemas(folder);
  for (const file of plan.broken) {
    stderr.write(
      `${join(folder, file)} cannot be read, so editors do not suggest its ids; ` +
        'npm run build reports the reason\n',
    );
  }
  const paths = plan.stale.map((path) => `  ${join(folder, path)}\n`).join('');
  if (check && plan.stale.length > 0) {
    stderr.write(`out of date; run npm run schemas:\n${paths}`);
    return 1;
  }
  if (!check) await writeSchemas(folder, plan);
  const count = `${plan.files.size - plan.stale.length} of ${plan.files.size} were up to date`;
  stdout.write(`${count}\n${paths && `written:\n${paths}`}`);
  return 0;
}
