/** The configuration has none of the faults that static analysers of nginx, such as gixy, report. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import fastGlob from 'fast-glob';
import { makeFolder } from '../../helpers/content.ts';
import { sendRaw } from '../../helpers/http-client.ts';
import { edge } from './edge.ts';

/** What no configuration file may contain: description → pattern. */
const refused = {
  'a directive that replaces the headers of other modules': /\bmore_set_headers\b/,
  'a proxied address that is built from the request': /proxy_pass [^;]*\$/,
  'the host that a client sent': /\$(http_host|host|server_name)\b/,
  'a redirect with a decoded path, which may contain line feeds':
    /(return|rewrite)[^;]*\$(uri|document_uri)\b/,
  'an if directive': /\bif\s*\(/,
  'a trusted proxy range that includes every address': /set_real_ip_from\s+(0\.0\.0\.0\/0|::\/0)/,
  'a resolver, with which answers of other hosts could be forwarded': /\bresolver\b/,
  'folder listings': /autoindex\s+on/,
  'a pattern of a location that is not anchored at both ends': /location ~\*? (?!\^.*\\z)\S+/,
};

test.serial('no configuration file has a fault that static analysers report', (t) => {
  const files = fastGlob.sync(['infra/nginx.conf', 'infra/nginx/**/*.conf']);
  t.true(files.length > 15);
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replace(/^\s*#.*$/gm, '');
    for (const [fault, pattern] of Object.entries(refused)) {
      t.notRegex(text, pattern, `${file} has ${fault}`);
    }
  }
});

test.serial('nginx accepts the configuration of the repository', async (t) => {
  const folder = await makeFolder(t);
  for (const name of ['infra', 'run', 'tmp', 'logs']) await mkdir(join(folder, name));
  for (const part of ['infra/nginx.conf', 'infra/nginx']) {
    await cp(part, join(folder, part), { recursive: true });
  }
  const args = ['-t', '-q', '-p', folder, '-c', join(folder, 'infra', 'nginx.conf')];
  t.is((await promisify(execFile)('nginx', args)).stderr, '');
});

test.serial(
  'files outside the public folder are served for no spelling of their path',
  async (t) => {
    const starts = [
      '/',
      '/images/',
      '/assets/',
      '/docs/',
      '/v1/products/',
      '/images../',
      '/assets..',
    ];
    for (const start of starts) {
      for (const climb of ['..', '%2e%2e', '.%2e', '..%2f', '..%5c', '..;']) {
        for (const target of [
          ...['private/net/A3/en-CA.json', 'private/pricing/A3/en-CA.json.gz', 'manifest.json'],
        ]) {
          const path = `${start}${climb}/${target}`;
          const reply = await sendRaw(edge().port, `GET ${path} HTTP/1.0\r\n\r\n`);
          t.regex(reply, /^HTTP\/1\.1 4\d\d /, path);
        }
      }
    }
  },
);
