/** `npm run generate`: writes the files of `infra/` that are made from the contract. */
import { writeFile } from 'node:fs/promises';
import { renderContractLua } from './contract-lua.ts';

await writeFile(new URL('./nginx/lua/contract.lua', import.meta.url), renderContractLua());
