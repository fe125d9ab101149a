/** The files of `infra/nginx/` that are made from the contract, by path. */
import { renderAnswersConf, renderHeadersConf } from './answers-conf.ts';
import { renderContractLua } from './contract-lua.ts';
import { renderOperationsConf } from './operations-conf.ts';

export const generatedFiles: Readonly<Record<string, () => string>> = {
  'lua/contract.lua': renderContractLua,
  'answers.conf': renderAnswersConf,
  'headers.conf': renderHeadersConf,
  'operations.conf': renderOperationsConf,
};
