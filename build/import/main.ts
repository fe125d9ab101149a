/** `npm run import`: the importer's console and exit code. */
import { importMagento } from './import-magento.ts';
import { ImportProblem } from './import-problem.ts';
import { importHelp } from './options.ts';
import { createReport } from './report.ts';

const args = process.argv.slice(2);
const report = createReport();
try {
  if (args.includes('--help')) process.stdout.write(importHelp);
  else await run();
} catch (error) {
  if (!(error instanceof ImportProblem)) throw error;
  process.stdout.write(report.toText());
  process.stderr.write(`import: ${error.message}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const folder = await importMagento(args, new Date(), report);
  process.stdout.write(`${report.toText()}Written to ${folder}\n`);
}
