/**
 * Tests the samples of the reference: run by the command in its first lines, each prints the answer of its operation.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { chooseSampleProduct } from '../../../../pages/docs/placeholder-values.ts';
import { listOperations, readOpenApiDocument } from '../../../../pages/docs/reference/openapi.ts';
import {
  createRequestSamples,
  createRequestUrl,
} from '../../../../pages/docs/reference/request-samples.ts';
import { contextOf, fixtureContent, loadFixture, makeFolder } from '../../../helpers/content.ts';
import { createClient } from '../../../helpers/http-client.ts';
import {
  embeddedScript,
  type RunningServer,
  startServer,
} from '../../../helpers/running-server.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

const atEnd = collectTeardowns();
let server: RunningServer;

test.before('the server starts', async () => {
  server = await startServer(embeddedScript, { args: ['--content', fixtureContent] });
  atEnd.teardown(async () => void (await server.stop()));
});
test.after.always('the server stops', () => atEnd.run());

/** Parses a JSON text with 0 as the age of the sync listing, which grows between two answers. */
const withoutAge = (text: string) => JSON.parse(text.replace(/"age": ?\d+/, '"age": 0')) as unknown;

test.serial('each sample prints the response of its operation', async (t) => {
  const contexts = [await contextOf('en-CA')];
  const products = (await loadFixture()).products.map(({ product }) => product);
  const input = { baseUrl: server.address, ...chooseSampleProduct('en', { contexts, products }) };
  const operations = listOperations(
    readOpenApiDocument({ baseUrl: server.address, defaultLocale: 'en-CA' }),
  );
  t.is(operations.length, 10);
  const folder = await makeFolder(t);
  const key = server.keys['A3'] ?? '';
  const headers = { Authorization: `Bearer ${key}` };
  const env = { ...process.env, CATALOGUE_KEY: key };
  for (const operation of operations) {
    const path = createRequestUrl(operation, input).slice(server.address.length);
    const options = operation.key === 'required' ? { headers } : {};
    const expected = await createClient(server.port)(path, options);
    t.is(expected.status, 200, path);
    await Promise.all(
      Object.entries(createRequestSamples(operation, input)).map(async ([language, text]) => {
        const [, command = '', file = ''] = /Run: (\S+) (\S+)$/m.exec(text) ?? [];
        await writeFile(join(folder, file), text);
        const { stdout } = await promisify(execFile)(command, [file], { cwd: folder, env });
        const isDocument = operation.id !== 'export';
        const [printed, wanted] = [stdout, expected.text].map((each) =>
          isDocument ? withoutAge(each) : each.trim(),
        );
        t.deepEqual(printed, wanted, `${language} ${path}`);
      }),
    );
  }
});
