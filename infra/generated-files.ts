/**
 * Lists the files that are generated from the API contract (`contract/`): path in the project → function that renders
 * the file.
 */
import { createSpecificationServiceDocument } from '../contract/specification-service.ts';
import { renderAnswersConf, renderHeadersConf } from './answers-conf.ts';
import { renderContractLua } from './contract-lua.ts';
import { renderOperationsConf } from './operations-conf.ts';

export const generatedFiles: Readonly<Record<string, () => string>> = {
  'infra/nginx/lua/contract.lua': renderContractLua,
  'infra/nginx/answers.conf': renderAnswersConf,
  'infra/nginx/headers.conf': renderHeadersConf,
  'infra/nginx/operations.conf': renderOperationsConf,
  'docs/specification-service.openapi.json': () =>
    `${JSON.stringify(createSpecificationServiceDocument(), null, 2)}\n`,
};
