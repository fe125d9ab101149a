/** `npm run schemas`: the console and exit code of the schema writer. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { planSchemas, writeSchemas } from './content-folder.ts';

const usage = `Usage: npm run schemas [-- --content DIR] [--check]

Writes DIR/schemas/, from which editors complete and underline the content.

  --content DIR    content folder (default: content)
  --check          write nothing; fail when something would be written
`;

try {
  const { values } = readArguments(process.argv.slice(2));
  if (values.help) process.stdout.write(usage);
  else await run(values.content, values.check);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  process.stderr.write(
    code?.startsWith('ERR_PARSE_ARGS') ? `${message}\n\n${usage}` : `${message}\n`,
  );
  process.exitCode = 1;
}

/** Throws for an option that is not one. */
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

async function run(folder: string, check: boolean): Promise<void> {
  const plan = await planSchemas(folder);
  for (const file of plan.broken) {
    process.stderr.write(
      `${join(folder, file)} cannot be read, so editors are not offered what it holds; ` +
        'npm run build says what is wrong\n',
    );
  }
  const paths = plan.stale.map((path) => `  ${join(folder, path)}\n`).join('');
  if (!check) await writeSchemas(folder, plan);
  else if (plan.stale.length > 0) {
    process.stderr.write(`not what the content gives; run npm run schemas:\n${paths}`);
    process.exitCode = 1;
    return;
  }
  const count = `${plan.files.size - plan.stale.length} of ${plan.files.size} were as they should be`;
  process.stdout.write(`${count}\n${paths && `written:\n${paths}`}`);
}
