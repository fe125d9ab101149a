import { languages, locales } from '../../contract/locales.ts';
import { each, type QualityCheck } from '../check.ts';

/** ASI takes no longer name; Google takes 150 characters. */
const longest = 60;

export const nameLength: QualityCheck = {
  id: 'text/name-length',
  importance: 'welcome',
  demand: `The name has ${longest} characters at most.`,
  lack: `name longer than ${longest} characters`,
  remedy: 'Shorten the name; the descriptions have room for the rest.',
  count({ product: { name } }) {
    const written = [...languages, ...locales].filter((key) => name[key] !== undefined);
    return each(
      written,
      (key) => key,
      (key) => [...(name[key] ?? '')].length > longest,
    );
  },
};
