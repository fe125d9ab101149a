/** Claims the first free port of a host, its first argument, among the others; prints it or why there is none. */
import { claimPort } from '../../../infra/local/find-port.ts';

const [host = '', ...ports] = process.argv.slice(2);
process.stdout.write(
  await claimPort(host, ports.map(Number)).then(String, (error: Error) => error.message),
);
