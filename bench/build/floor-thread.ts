/** A thread of the floor: loads its share of a release, and writes it anew when told to. */
import { once } from 'node:events';
import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { effortOf, encodeSync, formSuffixes } from '../../build/output/encode.ts';

interface Share {
  readonly release: string;
  readonly out: string;
  /** Names of each file. */
  readonly share: readonly (readonly string[])[];
}

const [{ release, out, share }] = (await once(process, 'message')) as [Share];
const loaded = share.map((paths) => {
  const [path = ''] = paths;
  const bytes = readFileSync(join(release, path));
  return { paths, value: path.endsWith('.json') ? JSON.parse(bytes.toString()) : bytes };
});
process.send?.('loaded');
await once(process, 'message');
for (const { paths, value } of loaded) {
  const [first = ''] = paths;
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  const effort = effortOf(first, bytes.length);
  const forms = effort === undefined ? [bytes] : [bytes, ...encodeSync(bytes, effort)];
  for (const [at, form] of forms.entries()) {
    const [target = '', ...others] = paths.map((path) => join(out, path + formSuffixes[at]));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, form);
    for (const other of others) linkSync(target, other);
  }
}
process.send?.('written');
process.disconnect();
