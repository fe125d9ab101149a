/** Deprecated routes behind nginx, while releases with other deprecations are activated. */
import { dirname, join } from 'node:path';
import test from 'ava';
import { findPort } from '../../infra/local/find-port.ts';
import { baseUrl, copyContent, fixtureContent, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { serveWithNginx } from '../helpers/nginx.ts';
import { build } from '../helpers/released-files.ts';
import { until } from '../helpers/until.ts';
import { writeDeprecations } from './suite/content.ts';
import { deprecatedFields, deprecationFieldsOf, noDeprecationFields } from './suite/deprecation.ts';

test.serial('nginx applies the deprecations of a new release without a reload', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const { path: content } = await copyContent(t);
  await writeDeprecations(content, ['/v1/health']);
  const { release } = (await build(t, content, out)).manifest;
  const pricingPort = await findPort('127.0.0.1', 0);
  const port = await serveWithNginx(t, { folder: dirname(out), baseUrl, pricingPort, release });
  const client = createClient(port);
  t.deepEqual(deprecationFieldsOf(await client('/v1/health')), deprecatedFields);
  await build(t, fixtureContent, out);
  await until(async () => (await client('/v1/health')).headers['deprecation'] === undefined);
  t.deepEqual(deprecationFieldsOf(await client('/v1/health')), noDeprecationFields);
});
