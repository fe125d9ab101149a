import test from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';

/** Returns the part of a name that Redis Cluster hashes: the text in its first braces, otherwise all of it. */
function hashTagOf(name: string): string {
  return /\{([^}]+)\}/.exec(name)?.[1] ?? name;
}

test('all data of keys and accounts is in one hash slot', (t) => {
  for (const name of [
    redisKeys.key('ab12'),
    redisKeys.account('acme'),
    redisKeys.accounts,
    redisKeys.accountKeys('acme'),
    redisKeys.activeKeys('acme'),
    redisKeys.audit,
    redisKeys.accountChanges,
  ]) {
    t.is(hashTagOf(name), 'keys', name);
  }
});

test('net prices, their tiers and the reports of services are in one hash slot', (t) => {
  for (const name of [
    redisKeys.netPrices('5def', 'A3', 'fr-CA'),
    redisKeys.catalog('5def'),
    redisKeys.tiers('5def'),
    redisKeys.deployedTiers,
    redisKeys.services,
  ]) {
    t.is(hashTagOf(name), 'catalog', name);
  }
});

test('no account id can change the hash slot', (t) => {
  t.is(hashTagOf(redisKeys.account('{elsewhere}')), 'keys');
  t.is(hashTagOf(redisKeys.activeKeys('{elsewhere}')), 'keys');
});

test('every name matches the documentation', (t) => {
  t.is(redisKeys.key('ab12'), '{keys}:key:ab12');
  t.is(redisKeys.account('acme'), '{keys}:account:acme');
  t.is(redisKeys.activeKeys('acme'), '{keys}:account:acme:active');
  t.is(redisKeys.accounts, '{keys}:accounts');
  t.is(redisKeys.accountKeys('acme'), '{keys}:account:acme:keys');
  t.is(redisKeys.audit, '{keys}:audit');
  t.is(redisKeys.accountChanges, '{keys}:changes');
  t.is(redisKeys.tiers('5def'), '{catalog}:2:net:5def:tiers');
  t.is(redisKeys.netPrices('5def', 'A3', 'fr-CA'), '{catalog}:2:net:5def:A3:fr-CA');
  t.is(redisKeys.catalog('5def'), '{catalog}:2:net:5def:catalog');
  t.is(redisKeys.deployedTiers, '{catalog}:2:tiers');
  t.is(redisKeys.services, '{catalog}:2:services');
  t.is(redisKeys.catalogField('A3', 'fr-CA'), 'A3:fr-CA');
});

test('the release can be read from a key of net prices', (t) => {
  t.is(redisKeys.releaseOfNetPrices(redisKeys.catalog('5def')), '5def');
  t.is(redisKeys.releaseOfNetPrices(redisKeys.netPrices('5def', 'A3', 'fr-CA')), '5def');
  t.is(redisKeys.releaseOfNetPrices(redisKeys.tiers('5def')), '5def');
});

test('the pattern of net prices matches every key of a release, and nothing of another format', (t) => {
  const toExpression = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[{}]/g, '\\$&').replaceAll('*', '.*')}$`);
  const every = toExpression(redisKeys.everyNetPrices);
  const older = redisKeys.everyOlder.map(toExpression);
  const ofRelease = [
    redisKeys.netPrices('5def', 'A3', 'fr-CA'),
    redisKeys.catalog('5def'),
    redisKeys.tiers('5def'),
  ];
  for (const name of ofRelease) t.regex(name, every);
  for (const name of [...ofRelease, redisKeys.deployedTiers, redisKeys.services]) {
    for (const pattern of older) t.notRegex(name, pattern);
  }
  for (const name of [redisKeys.deployedTiers, redisKeys.services, '{catalog}:net:5def:tiers']) {
    t.notRegex(name, every);
  }
});
