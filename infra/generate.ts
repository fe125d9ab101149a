/** `npm run generate`: writes the files of `infra/` and `docs/` that are made from the contract. */
import { writeFile } from 'node:fs/promises';
import { createSpecificationServiceDocument } from '../contract/specification-service.ts';
import { renderContractLua } from './contract-lua.ts';
import { renderOperationsConf } from './operations-conf.ts';

const files = {
  './nginx/lua/contract.lua': renderContractLua(),
  './nginx/operations.conf': renderOperationsConf(),
  '../docs/specification-service.openapi.json': `${JSON.stringify(createSpecificationServiceDocument(), null, 2)}\n`,
};
for (const [file, text] of Object.entries(files)) {
  await writeFile(new URL(file, import.meta.url), text);
}
