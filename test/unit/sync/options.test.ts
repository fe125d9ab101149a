/** The settings of `npm run sync`, and what it keeps in its folder. */
import test from 'ava';
import { readOptions } from '../../../sync/command.ts';
import { readValidity, withValidity } from '../../../sync/sync-folder.ts';
import { makeFolder } from '../../helpers/content.ts';

const service = { SPECIFICATION_URL: 'https://spec.example.com/api' };

test('without a service the content is the source, and answers of a service are valid for 15 minutes by default', (t) => {
  t.like(readOptions([], {}), { content: 'content', out: 'dist', service: undefined });
  const options = readOptions(['--every', '2m'], { ...service, SPECIFICATION_TOKEN: 'a.b-c' });
  t.like(options, { everySeconds: 120, service: { token: 'a.b-c', maxAgeSeconds: 900 } });
  t.is(options?.service?.url.href, 'https://spec.example.com/api');
  t.is(readOptions([], { ...service, SYNC_MAX_AGE: '90s' })?.service?.maxAgeSeconds, 90);
});

test('an invalid setting is reported by name, without a value that may be secret', (t) => {
  const isUrl = /^SPECIFICATION_URL must be an http or https/;
  const isBare = /^SPECIFICATION_URL must have no user/;
  for (const [args, environment, message] of [
    ['--every 60', {}, /^--every is "60"; it must be a time such as 60s or 5m, at most 576h$/],
    ['--every 60s --accept-loss', {}, /^--accept-loss is for one round/],
    ['', { SYNC_MAX_AGE: '0s' }, /^SYNC_MAX_AGE is "0s"; it must be/],
    ['--every 15m', service, /^SYNC_MAX_AGE must be longer than 900 seconds/],
    ['', { SPECIFICATION_URL: 'spec.example.com' }, isUrl],
    ['', { SPECIFICATION_URL: 'file:///etc/passwd' }, isUrl],
    ['', { SPECIFICATION_URL: 'https://u:secret@x.example' }, isBare],
    ['', { SPECIFICATION_URL: 'https://x.example/?key=secret' }, isBare],
    ['', { ...service, SPECIFICATION_TOKEN: 'secret\n' }, /^SPECIFICATION_TOKEN is not a bearer/],
  ] as const) {
    const read = () => readOptions(args.split(' ').filter(Boolean), environment);
    t.false(t.throws(read, { message })?.message.includes('secret'));
  }
});

test('no listing is served after its expiry: a shorter validity is written before the swap, a longer one after it', async (t) => {
  const folder = await makeFolder(t);
  let before = await readValidity(folder);
  t.is(before, undefined);
  for (const [askedAt, expiresAt, isShorter] of [
    [100, 1000, false],
    [200, 1100, false],
    [200, undefined, false],
    [300, 1200, true],
    [250, 1200, true],
  ] as const) {
    const after = { askedAt, expiresAt };
    const failing = withValidity(folder, after, async () => {
      t.deepEqual(await readValidity(folder), isShorter ? after : before);
      throw new Error('full');
    });
    await t.throwsAsync(failing, { message: 'full' });
    await withValidity(folder, after, async () => {});
    before = await readValidity(folder);
    t.deepEqual(before, after);
  }
});
