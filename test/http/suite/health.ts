/** Tests of `GET /v1/health`. */
import { type Health, healthSchema } from '../../../contract/schemas/health.ts';
import { clientOf, type Topic } from './suite.ts';

const path = '/v1/health';

export const health: Topic = (test, subject) => {
  test('health names the release and the age of the sync listing', async (t) => {
    const reply = await clientOf(subject())(path);
    const { status, release, listing } = healthSchema.parse(reply.json()) as Health;
    t.is(status, 'ok');
    t.regex(release, /^[0-9a-f]{16}$/);
    t.is(listing?.expired, false);
    // The listing was made when the server started.
    t.true((listing?.age ?? -1) >= 0 && (listing?.age ?? 1000) < 600, String(listing?.age));
  });

  test('health is not compressed, answers HEAD, and returns 304 for the current bytes', async (t) => {
    const client = clientOf(subject());
    let reply = await client(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
    t.is(reply.headers['content-encoding'], undefined);
    t.is(reply.headers['content-length'], String(reply.bytes.length));
    const head = await client(path, { method: 'HEAD' });
    t.is(head.status, 200);
    t.is(head.bytes.length, 0);
    t.is(head.headers['content-type'], 'application/json');
    // The age may change between two requests, and with it the bytes and the tag, but not every time.
    for (let tries = 0; tries < 20; tries += 1) {
      const held = { 'If-None-Match': String(reply.headers['etag']) };
      const again = await client(path, { headers: held });
      if (again.status === 304) {
        t.is(again.bytes.length, 0);
        for (const name of ['etag', 'cache-control', 'vary']) {
          t.is(again.headers[name], reply.headers[name]);
        }
        return;
      }
      t.not(again.headers['etag'], reply.headers['etag']);
      reply = again;
    }
    t.fail('no tag was ever recognised');
  });
};
