/**
 * Claims the first free one of the ports that follow the host in its arguments; prints the port, or the reason if none
 * is free.
 */
import { claimPort } from '../../../infra/local/find-port.ts';

const [host = '', ...ports] = process.argv.slice(2);
process.stdout.write(
  await claimPort(host, ports.map(Number)).then(String, (error: Error) => error.message),
);
