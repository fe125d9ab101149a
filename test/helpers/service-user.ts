/** Creates the pricing service's Redis user with exactly the permissions in infra/redis-users.acl. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

const name = 'pricing-service';
const password = 'PASSWORD';

/** Adds the service's user to each server; returns the Redis URL `url` with the user's name and password. */
export async function addServiceUser(url: string, servers: readonly Redis[]): Promise<string> {
  const users = readFileSync('infra/redis-users.acl', 'utf8');
  const [, rules = ''] = new RegExp(`^user ${name} (.*)$`, 'm').exec(users) ?? [];
  const words = rules.replace(/#\{\{\w+\}\}/, `>${password}`).split(' ');
  for (const server of servers) await server.call('ACL', 'SETUSER', name, ...words);
  return url.replace('://', `://${name}:${password}@`);
}

/** Returns one text for each entry in the servers' ACL LOG: the commands that they refused for missing permissions. */
export async function listRefusals(servers: readonly Redis[]): Promise<string[]> {
  const logs = await Promise.all(servers.map((server) => server.call('ACL', 'LOG')));
  return logs.flat().map(String);
}
