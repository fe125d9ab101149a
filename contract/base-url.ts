/** Parses the public URL of the API. */

/**
 * Returns `text`, an http or https URL that may have a path, without trailing slashes. Throws an `Error` if the URL is
 * invalid, or contains a query, a fragment, quotes, backslashes, dollar signs, semicolons, braces or white space: the
 * URL is written into JSON and into nginx's configuration. Also throws if it contains a user name or password, which
 * public documents would show.
 */
export function parseBaseUrl(text: string): string {
  const isAddress = /^https?:\/\/[^\s"'\\$;{}?#]+$/.test(text) && URL.canParse(text);
  if (!isAddress) {
    throw new Error('must be an http or https address such as https://api.example.com');
  }
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') {
    throw new Error('must have no user name or password: public documents would show them');
  }
  return text.replace(/\/+$/, '');
}
