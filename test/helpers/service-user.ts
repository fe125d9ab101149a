/**
 * Creates the pricing service's Redis user with exactly the permissions in infra/redis-users.acl and
 * docs/operation.md.
 */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

const name = 'pricing-service';
const password = 'PASSWORD';

/**
 * Arguments of two `ACL` commands, which define the user: one for every Redis, and one only for the nodes of a Cluster.
 */
const [everywhere, onCluster] = [
  readRule('infra/redis-users.acl', `user ${name} `).replace(/#\{\{\w+\}\}/, `>${password}`),
  readRule('docs/operation.md', `ACL SETUSER ${name} `),
].map((rules) => ['SETUSER', name, ...rules.split(' ')]);

/**
 * Finds the line of a file that begins with `beginning`, and returns the rest of that line. Throws an `Error` if the
 * file has no such line or several.
 */
function readRule(file: string, beginning: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const [line, ...more] = lines.filter((each) => each.startsWith(beginning));
  if (line === undefined || more.length > 0) {
    throw new Error(`${file} must have one line that begins with "${beginning}"`);
  }
  return line.slice(beginning.length);
}

/** Adds the service's user to each server; returns the Redis URL `url` with the user's name and password. */
export async function addServiceUser(url: string, servers: readonly Redis[]): Promise<string> {
  const needed = [everywhere, ...(url.startsWith('redis-cluster:') ? [onCluster] : [])];
  for (const server of servers) {
    for (const command of needed) await server.call('ACL', ...(command ?? []));
  }
  return url.replace('://', `://${name}:${password}@`);
}

/** Returns one text for each entry in the servers' ACL LOG: the commands that they refused for missing permissions. */
export async function listRefusals(servers: readonly Redis[]): Promise<string[]> {
  const logs = await Promise.all(servers.map((server) => server.call('ACL', 'LOG')));
  return logs.flat().map(String);
}
