/** Generates programs that request an operation and print the response, in each programming language of the samples. */
import type { SampleInput } from '../expand.ts';
import type { Operation } from './openapi.ts';

/** The request that a sample sends. */
interface SampleRequest {
  /** Operation id. */
  readonly id: string;
  readonly url: string;
  readonly sendsKey: boolean;
  /** True if the sample parses and formats the body; other bodies are printed unchanged. */
  readonly isJson: boolean;
}

/**
 * Returns complete programs that request the operation, one for each programming language, in the order shown on the
 * page. The member names, such as `curl`, are the languages of the code blocks. If the operation requires an API key,
 * the programs read it from the environment variable `CATALOGUE_KEY`; if the key is optional, they send none.
 */
export function createRequestSamples(operation: Operation, input: SampleInput) {
  const request: SampleRequest = {
    id: operation.id,
    url: createRequestUrl(operation, input),
    sendsKey: operation.key === 'required',
    isJson: operation.bodies[0]?.mediaType.endsWith('json') === true && !isJsonLines(operation),
  };
  return {
    curl: curlSample(request),
    js: jsSample(request),
    python: pythonSample(request),
    php: phpSample(request),
  } as const;
}

/**
 * Returns the URL of an operation, with `{sku}` in the path, if any, replaced by the SKU. The query contains
 * `locale` if the operation has such a parameter, and no other parameter.
 */
export function createRequestUrl(
  { path, parameters }: Operation,
  { baseUrl, locale, sku }: SampleInput,
): string {
  const query = parameters.some(({ name }) => name === 'locale') ? `?locale=${locale}` : '';
  return `${baseUrl}${path.replace('{sku}', sku)}${query}`;
}

/** Returns true if the body is JSON Lines, which cannot be parsed as one JSON document. */
function isJsonLines({ bodies }: Operation): boolean {
  return bodies[0]?.mediaType.includes('ndjson') === true;
}

function curlSample({ id, url, sendsKey }: SampleRequest): string {
  const key = sendsKey ? '  -H "Authorization: Bearer $CATALOGUE_KEY" \\\n' : '';
  return `# Run: sh ${id}.sh
curl -sS --fail-with-body --compressed \\
${key}  '${url}'`;
}

function jsSample({ id, url, sendsKey, isJson }: SampleRequest): string {
  const options = `, {
  headers: { Authorization: \`Bearer \${process.env.CATALOGUE_KEY}\` },
}`;
  return `// Run: node ${id}.mjs
const url = '${url}';
const answer = await fetch(url${sendsKey ? options : ''});
if (!answer.ok) throw new Error(await answer.text());
console.log(${isJson ? 'JSON.stringify(await answer.json(), null, 2)' : 'await answer.text()'});`;
}

function pythonSample({ id, url, sendsKey, isJson }: SampleRequest): string {
  const [imports, request] = sendsKey
    ? [
        'import os\nfrom urllib.request import Request, urlopen',
        `request = Request(url, headers={"Authorization": f"Bearer {os.environ['CATALOGUE_KEY']}"})\n`,
      ]
    : ['from urllib.request import urlopen', ''];
  const print = isJson
    ? 'print(json.dumps(json.load(answer), indent=2, ensure_ascii=False))'
    : 'print(answer.read().decode())';
  return `# Run: python3 ${id}.py
${isJson ? 'import json\n' : ''}${imports}

url = "${url}"
${request}with urlopen(${sendsKey ? 'request' : 'url'}, timeout=30) as answer:  # raises HTTPError for 4xx and 5xx
    ${print}`;
}

function phpSample({ id, url, sendsKey, isJson }: SampleRequest): string {
  const key = `    'header' => 'Authorization: Bearer ' . getenv('CATALOGUE_KEY'),\n`;
  const flags = 'JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE';
  return `<?php
// Run: php ${id}.php
$url = '${url}';
$context = stream_context_create(['http' => [
${sendsKey ? key : ''}    'timeout' => 30,
]]);
$answer = file_get_contents($url, false, $context); // false and a warning for 4xx and 5xx
if ($answer === false) {
    exit(1);
}
echo ${isJson ? `json_encode(json_decode($answer), ${flags})` : '$answer'}, "\\n";`;
}
