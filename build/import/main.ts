/** `npm run import`: the importer's console and exit code. */
import { importMagento } from './import-magento.ts';
import { ImportProblem } from './import-problem.ts';
import { createReport } from './report.ts';

const report = createReport();
try {
  const folder = await importMagento(process.argv.slice(2), new Date(), report);
  process.stdout.write(`${report.toText()}Written to ${folder}\n`);
} catch (error) {
  if (!(error instanceof ImportProblem)) throw error;
  process.stdout.write(report.toText());
  process.stderr.write(`import: ${error.message}\n`);
  process.exitCode = 1;
}
