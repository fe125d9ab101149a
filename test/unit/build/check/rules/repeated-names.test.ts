import test from 'ava';
import fc from 'fast-check';
import { duplicateName } from '../../../../../build/content/rules/json-rules.ts';

test('a name is reported if and only if its object repeats it, for any texts', (t) => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, fc.string(), (inside, name) => {
      const once = JSON.stringify({ a: [inside, { b: inside }], c: name }, null, 1);
      t.deepEqual(duplicateName.find(once, JSON.parse(once)), []);
      const member = `${JSON.stringify(name)}: ${JSON.stringify(inside)}`;
      const twice = `{"a": [${JSON.stringify(inside)}, {${member}, "b:": ":\\\\", ${member}}]}`;
      t.is(duplicateName.find(twice, JSON.parse(twice)).length, name === 'b:' ? 2 : 1);
    }),
  );
});
