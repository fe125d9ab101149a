import test from 'ava';
import { idSchema } from '../../../build/content/schemas/values.ts';
import { joinNames, toId } from '../../../editing/import/magento/names.ts';

test('every name has an id that the content accepts', (t) => {
  const ids = {
    'Navy/White': 'navy-white',
    'Hoodies & Sweatshirts': 'hoodies-and-sweatshirts',
    'Lofty® yarn': 'lofty-yarn',
    'CoolKnit™': 'coolknit',
    "Men's": 'mens',
    'Écru  clair ': 'ecru-clair',
    赤: 'x-8d64',
  };
  for (const [name, id] of Object.entries(ids)) {
    t.is(toId(name), id);
    t.true(idSchema.safeParse(id).success, id);
  }
});

test('names that differ only in letter case are one, in the most frequent spelling', (t) => {
  const joined = joinNames(['NAVY', 'Navy', 'Navy', 'Red']);
  t.deepEqual([...joined.keys()], ['navy', 'red']);
  t.deepEqual(joined.get('navy'), { name: 'Navy', spellings: ['NAVY', 'Navy'] });
});
