/** `npm run api` as a process. */
import { runApi } from './command.ts';

const published = new URL('../../contract/published/openapi.json', import.meta.url);

process.exitCode = await runApi(process.argv.slice(2), process, published);
