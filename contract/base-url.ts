/** The public address of the API, as every part that is told it reads it (decision 17). */

/**
 * Reads an http or https address and takes off the slashes at its end; throws an `Error` that says
 * what is wrong. Quotes, backslashes, dollars and white space are refused: the address is written
 * into JSON and into nginx's configuration.
 */
export function parseBaseUrl(text: string): string {
  const isAddress = /^https?:\/\/[^\s"'\\$;{}?#]+$/.test(text) && URL.canParse(text);
  if (isAddress) return text.replace(/\/+$/, '');
  throw new Error('must be an http or https address such as https://api.example.com');
}
