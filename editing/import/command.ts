/** `npm run import`: reads another system's export, writes content, prints what it did. */
import type { Terminal } from '../../console/terminal.ts';
import { importMagento } from './import-magento.ts';
import { ImportProblem } from './import-problem.ts';
import { importHelp } from './options.ts';
import { createReport } from './report.ts';

/** Runs `npm run import`; 1 when nothing was written. Rejects with a fault of our own. */
export async function runImport(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  if (args.includes('--help')) {
    stdout.write(importHelp);
    return 0;
  }
  const report = createReport();
  try {
    const folder = await importMagento(args, new Date(), report);
    stdout.write(`${report.toText()}Written to ${folder}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    stdout.write(report.toText());
    stderr.write(`import: ${error.message}\n`);
    return 1;
  }
}
