/** Parses the public address of the API (decision 32). */

/**
 * Returns an http or https address without trailing slashes; throws an `Error` if it is invalid. Quotes, backslashes,
 * dollars and white space are refused, because the address is written into JSON and into nginx's configuration.
 */
export function parseBaseUrl(text: string): string {
  const isAddress = /^https?:\/\/[^\s"'\\$;{}?#]+$/.test(text) && URL.canParse(text);
  if (isAddress) return text.replace(/\/+$/, '');
  throw new Error('must be an http or https address such as https://api.example.com');
}
