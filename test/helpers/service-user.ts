/** The service's user in Redis: with the rights that docs/operation.md gives it, and no other. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

/** The guide's commands for that user: the one for every Redis, and what a Cluster needs besides. */
const commands = [
  ...readFileSync('docs/operation.md', 'utf8').matchAll(/^ACL (SETUSER pricing-service .+)$/gm),
].map(([, command = '']) => command.split(' '));

/** Adds the user to each server, as the guide has it; gives the `REDIS_URL` with its login. */
export async function addServiceUser(url: string, servers: readonly Redis[]): Promise<string> {
  const [always = [], onCluster = [], ...more] = commands;
  if (onCluster.length === 0 || more.length > 0)
    throw new Error('the guide has two commands for the service');
  const needed = url.startsWith('redis-cluster:') ? [always, onCluster] : [always];
  for (const server of servers) for (const command of needed) await server.call('ACL', ...command);
  const password = always.find((rule) => rule.startsWith('>'))?.slice(1);
  return url.replace('://', `://${always[1]}:${password}@`);
}

/** Returns the commands that servers refused for missing permissions. */
export async function listRefusals(servers: readonly Redis[]): Promise<string[]> {
  const logs = await Promise.all(servers.map((server) => server.call('ACL', 'LOG')));
  return logs.flat().map(String);
}
