/** Tests nginx's metrics about its release: the id, when it became current, and when it must be rebuilt. */
import { lutimes } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { baseUrl, copyContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { startTestNginx, untilServed } from '../../helpers/nginx.ts';

test.serial(
  'metrics contain the release, when it became current and when it must be rebuilt, also after a swap',
  async (t) => {
    const content = await copyContent(t);
    const folder = await makeFolder(t);
    const out = join(folder, 'dist');
    const at = new Date('2028-02-01T12:00:00Z');
    const deployNow = async () =>
      (await deploy({ content: content.path, out, baseUrl, at })).manifest.release;
    const release = await deployNow();
    const pricingPort = await findPort('127.0.0.1', 0);
    const nginx = await startTestNginx(t, { folder, baseUrl, pricingPort, release });
    const read = async (name: string) => {
      const { text } = await createClient(nginx.metricsPort)('/metrics');
      return new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
    };
    const info = (id: string) => `catalogue_release_info\\{release="${id}"\\}`;
    const since = 'catalogue_release_current_timestamp_seconds';
    const due = 'catalogue_release_due_timestamp_seconds';
    const linkedAt = new Date('2028-02-01T12:00:05Z');
    await lutimes(join(out, 'current'), linkedAt, linkedAt);
    t.is(await read(since), String(linkedAt.getTime() / 1000));
    t.is(await read(due), undefined);
    t.is(await read(info(release)), '1');

    // Due dates after a leap day, on the first day of a year and on the last one.
    let before = '{';
    for (const day of ['2028-02-29', '2027-12-31', '2030-12-30']) {
      const until = `{ "availableUntil": "${day}",`;
      await content.replace('products/BAG-5.json', before, until);
      before = until;
      const next = await deploy({
        content: content.path,
        out,
        baseUrl,
        at: new Date('2027-01-01'),
      });
      await untilServed(createClient(nginx.port), next.manifest.release);
      t.is(await read(due), String(Date.parse(next.manifest.dueAt ?? '') / 1000), day);
      t.is(await read(info(next.manifest.release)), '1');
    }
    t.is(await read(info(release)), undefined);
  },
);
