/** `npm run generate`: writes the files that are generated from the API contract (`contract/`). */
import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

for (const [file, render] of Object.entries(generatedFiles)) {
  await writeFile(new URL(`../${file}`, import.meta.url), render());
}
