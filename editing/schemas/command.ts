/** `npm run schemas`: the console and exit code of the schema writer. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Terminal } from '../../console/terminal.ts';
import { planSchemas, writeSchemas } from './content-folder.ts';

const usage = `Usage: npm run schemas [-- --content DIR] [--check]

Writes DIR/schemas/, from which editors complete and underline the content.

  --content DIR    content folder (default: content)
  --check          write nothing; fail when something would be written
`;

/** Runs `npm run schemas`; 1 for a bad option, a folder that cannot be read, or a failed check. */
export async function runSchemas(args: string[], terminal: Terminal): Promise<number> {
  try {
    const { values } = readArguments(args);
    if (!values.help) return await run(values.content, values.check, terminal);
    terminal.stdout.write(usage);
    return 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUsage = code?.startsWith('ERR_PARSE_ARGS');
    terminal.stderr.write(isUsage ? `${message}\n\n${usage}` : `${message}\n`);
    return 1;
  }
}

/** Throws for an unknown option. */
function readArguments(args: string[]) {
  return parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
}

async function run(folder: string, check: boolean, { stdout, stderr }: Terminal): Promise<number> {
  const plan = await planSchemas(folder);
  for (const file of plan.broken) {
    stderr.write(
      `${join(folder, file)} cannot be read, so editors are not offered what it holds; ` +
        'npm run build says what is wrong\n',
    );
  }
  const paths = plan.stale.map((path) => `  ${join(folder, path)}\n`).join('');
  if (check && plan.stale.length > 0) {
    stderr.write(`not what the content gives; run npm run schemas:\n${paths}`);
    return 1;
  }
  if (!check) await writeSchemas(folder, plan);
  const count = `${plan.files.size - plan.stale.length} of ${plan.files.size} were as they should be`;
  stdout.write(`${count}\n${paths && `written:\n${paths}`}`);
  return 0;
}
