import test from 'ava';
import { type Item, parseList } from 'structured-headers';
import { rateLimitField, rateLimitPolicyField } from '../../../contract/rate-policy.ts';

/** Parses a structured field (RFC 9651) that is a list of one item; returns the value and the parameters. */
function parseOnly(field: string): [unknown, Record<string, unknown>] {
  const [[value, parameters]] = parseList(field) as [Item];
  return [value, Object.fromEntries(parameters)];
}

test('the policy field is the text of the specification, character by character', (t) => {
  t.is(rateLimitPolicyField, '"default";q=600;w=60');
});

test('the limit field is the text of the specification, character by character', (t) => {
  t.is(rateLimitField(599, 60), '"default";r=599;t=60');
  t.is(rateLimitField(0, 1), '"default";r=0;t=1');
});

test('both fields parse as structured fields with integer parameters', (t) => {
  t.deepEqual(parseOnly(rateLimitPolicyField), ['default', { q: 600, w: 60 }]);
  t.deepEqual(parseOnly(rateLimitField(17, 42)), ['default', { r: 17, t: 42 }]);
});

test('the remaining requests are never below zero', (t) => {
  for (const remaining of [-1, -600, Number.MIN_SAFE_INTEGER]) {
    t.deepEqual(parseOnly(rateLimitField(remaining, 5)), ['default', { r: 0, t: 5 }]);
  }
});
