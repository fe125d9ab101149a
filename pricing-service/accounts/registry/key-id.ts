/** Names of keys: what people call a key by, since neither the key nor its hash may be shown. */

/** Base 32 without letters that look like others (Crockford), so that one can be read out. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const length = 8;

export const keyIdPattern = new RegExp(`^[${alphabet}]{${length}}$`);

/** Makes an id of 40 random bits; a script refuses one that its account has already. */
export function createKeyId(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}
