/** `npm run generate`: writes the files of `infra/nginx/` that are made from the contract. */
import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

for (const [file, render] of Object.entries(generatedFiles)) {
  await writeFile(new URL(`./nginx/${file}`, import.meta.url), render());
}
