/** Makes the curl command that requests an operation, for the reference. */
import type { SampleInput } from '../expand.ts';
import type { Operation } from './openapi.ts';

/**
 * Returns the curl command that requests an operation. If the operation requires an API key, the command reads it from
 * the environment variable `CATALOGUE_KEY`; if the key is optional, it sends none.
 */
export function createRequestSample(operation: Operation, input: SampleInput): string {
  const isRequired = operation.key === 'required';
  const key = isRequired ? '  -H "Authorization: Bearer $CATALOGUE_KEY" \\\n' : '';
  return `curl -sS --fail-with-body --compressed \\\n${key}  '${createRequestUrl(operation, input)}'`;
}

/**
 * Returns the URL of an operation, with `{sku}` in the path, if any, replaced by the SKU. The query contains `locale` if
 * the operation has such a parameter, and no other parameter.
 */
export function createRequestUrl(
  { path, parameters }: Operation,
  { baseUrl, locale, sku }: SampleInput,
): string {
  const query = parameters.some(({ name }) => name === 'locale') ? `?locale=${locale}` : '';
  return `${baseUrl}${path.replace('{sku}', sku)}${query}`;
}
