/**
 * Claims a free port. The arguments are a host and ports to try in this order; prints the claimed port, or
 * the reason if none is free.
 */
import { claimPort } from '../../../infra/local/find-port.ts';

const [host = '', ...ports] = process.argv.slice(2);
process.stdout.write(
  await claimPort(host, ports.map(Number)).then(String, (error: Error) => error.message),
);
