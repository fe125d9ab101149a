/**
 * Names programs in messages as the user of this machine starts them. Messages in the code say `npm run deploy -- …`;
 * where `infra/catalogue` has started the program, npm is not installed, and users type `catalogue deploy …`.
 */

/** Environment variable with the command that starts programs; `infra/catalogue` and the units set it to `catalogue`. */
const commandVariable = 'CATALOGUE_COMMAND';

/**
 * Returns a text in which each `npm run NAME --` is replaced by the command of this machine and `NAME`. Returns the text
 * unchanged if no other command than npm is set.
 */
export function asTyped(text: string, { [commandVariable]: command }: NodeJS.ProcessEnv): string {
  if (!command) return text;
  const plain = text.replaceAll(' (with npm run --silent)', '');
  return plain.replace(
    /npm run (?:--silent )?([a-z]+)(?: --(?= )| (\[)-- )?/g,
    (_, name, bracket = '') => `${command} ${name}${bracket && ' ['}`,
  );
}
