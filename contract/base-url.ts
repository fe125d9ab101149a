/** Parses the public URL of the API (decision 32). */

/**
 * Returns `text`, an http or https URL that may have a path, without trailing slashes. Throws an `Error` if the URL is
 * invalid, or contains a query, a fragment, quotes, backslashes, dollar signs, semicolons, braces or white space: the
 * URL is written into JSON and into nginx's configuration.
 */
export function parseBaseUrl(text: string): string {
  const isAddress = /^https?:\/\/[^\s"'\\$;{}?#]+$/.test(text) && URL.canParse(text);
  if (isAddress) return text.replace(/\/+$/, '');
  throw new Error('must be an http or https address such as https://api.example.com');
}
