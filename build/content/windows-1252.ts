/**
 * The characters in which Windows-1252 differs from Latin-1. Windows-1252 is the character encoding of Windows in
 * western languages; many programs still save and open files in it.
 */

/**
 * The characters of Windows-1252 at 0x80 to 0x9F, where Latin-1 has control characters. Five bytes are
 * undefined and stay unchanged.
 */
export const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';
