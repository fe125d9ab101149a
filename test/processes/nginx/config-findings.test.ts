/** The configuration and the answers have none of the faults that static analysers of nginx, such as gixy, report. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import { findPort } from '../../../infra/local/find-port.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';
import { sendRaw } from '../../helpers/http-client.ts';
import { serveWithNginx } from '../../helpers/nginx.ts';
import { compileInto } from '../../helpers/pricing-app.ts';

const folder = 'infra';
const files = fastGlob.sync(['nginx.conf', 'nginx/**/*.conf'], { cwd: folder });
const texts = new Map(
  files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [file, text.replace(/^\s*#.*$/gm, '')] as const;
  }),
);

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
  valid_referers: /valid_referers/,
};

for (const [finding, expression] of Object.entries(refused)) {
  test(`no configuration file contains ${finding}`, (t) => {
    t.true(texts.size > 15);
    for (const [file, text] of texts) t.notRegex(text, expression, file);
  });
}

test.serial(
  'an alias is used only by a location that matches a whole path, so that no path can leave its folder',
  (t) => {
    const places = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/\balias\s/g)].map(({ index }) =>
        text.slice(0, index).split('location ').at(-1),
      ),
    );
    t.true(places.length >= 3);
    for (const place of places) t.regex(place ?? '', /^[=~] /);
  },
);

test.serial(
  'headers are added in one file, which is included once by each server and by no location',
  (t) => {
    const adding = [...texts]
      .filter(([, text]) => /\badd_header\b/.test(text))
      .map(([file]) => file);
    t.deepEqual(adding, ['nginx/headers.conf']);
    const including = [...texts].filter(([, text]) => text.includes('include nginx/headers.conf;'));
    t.deepEqual(
      including.map(([file]) => file),
      ['nginx/request.conf'],
    );
    t.regex(texts.get('nginx/request.conf') ?? '', /^include nginx\/headers\.conf;/m);
  },
);

test.serial('every pattern of a location is anchored at both ends', (t) => {
  const patterns = [...texts.values()].flatMap((text) => [
    ...text.matchAll(/location ~\*? (\S+)/g),
  ]);
  t.true(patterns.length >= 4);
  for (const [, pattern = ''] of patterns) t.regex(pattern, /^\^.*\\z$/);
});

test.serial('answers contain no version, no modules and no host that a client sent', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const { release } = await compileInto(out);
  const pricingPort = await findPort('127.0.0.1', 0);
  const port = await serveWithNginx(t, { folder: dirname(out), baseUrl, pricingPort, release });
  const ask = (line: string, host = 'evil.example', more = '') =>
    sendRaw(port, `${line} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);
  const replies = await Promise.all([
    ask('GET /v1/health'),
    ask('GET /nothing'),
    ask('GET /v1/products/TEE-1/pricing', 'evil.example', 'Authorization: Bearer x\r\n'),
    ask('GET /docs/errors', 'evil.example', 'X-Forwarded-Host: evil.example\r\n'),
    ask('GET http://evil.example/v1/products/NONE-1'),
    ask('BREW /v1/products'),
    ask('GET /%'),
    ask('GET /v1/health%0d%0aX-Evil:%20yes'),
    sendRaw(port, 'nonsense\r\n\r\n'),
  ]);
  for (const reply of replies) {
    t.regex(reply, /^HTTP\/1\.1 \d{3} /);
    t.notRegex(reply, /nginx\/|openresty|lua|evil\.example/i);
    t.notRegex(reply, /\r\nX-Evil/i);
  }
});

test.serial(
  'files outside the public folder are not served for any spelling of their path',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    const { release } = await compileInto(out);
    const pricingPort = await findPort('127.0.0.1', 0);
    const port = await serveWithNginx(t, { folder: dirname(out), baseUrl, pricingPort, release });
    const climbs = ['..', '%2e%2e', '.%2e', '..%2f', '..%5c', '..;'];
    const targets = ['private/net/A3/en-CA.json', 'manifest.json'];
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
      for (const climb of climbs) {
        const requests = targets.map((target) => `${start}${climb}/${target}`);
        for (const path of requests) {
          const reply = await sendRaw(port, `GET ${path} HTTP/1.0\r\n\r\n`);
          t.regex(reply, /^HTTP\/1\.1 4\d\d /, path);
        }
      }
    }
  },
);
