/** Checks about texts: names, descriptions, keywords and translations. */
import { languages, locales } from '../../contract/locales.ts';
import { type QualityCheck, tallyMany, tallyOne } from './check.ts';

/** Maximum length of a product name: ASI accepts 60 characters, Google 150. */
const maxNameLength = 60;

/** Quality checks about texts. The code comment of each check names the industry requirement behind it. */
export const textChecks: readonly QualityCheck[] = [
  {
    // PS Score: “Every product has keywords”; ASI: what makes a product searchable.
    id: 'text/keywords',
    importance: 'important',
    demand: 'The product has keywords to search by.',
    lack: 'no keywords',
    remedy: 'List in `keywords` what buyers call it, in every language.',
    count: ({ product }) =>
      tallyOne(Object.values(product.keywords ?? {}).some((words) => words.length > 0)),
  },
  {
    // PS Score: “Every product has description”, critical; Google: `description` is required.
    id: 'text/long',
    importance: 'critical',
    demand: 'The product has a long description.',
    lack: 'no long description',
    remedy: 'Write `descriptions.long`, the text of the product’s page.',
    count: ({ product }) => tallyOne(product.descriptions.long !== undefined),
  },
  {
    id: 'text/name-length',
    importance: 'welcome',
    demand: `The name has ${maxNameLength} characters at most.`,
    lack: `name longer than ${maxNameLength} characters`,
    remedy: 'Shorten the name; move the rest to the descriptions.',
    count: ({ product: { name } }) =>
      tallyMany(
        [...languages, ...locales].filter((key) => name[key] !== undefined),
        (key) => key,
        (key) => [...(name[key] ?? '')].length > maxNameLength,
      ),
  },
  {
    // ASI: a product has a summary beside its name and description.
    id: 'text/short',
    importance: 'important',
    demand: 'The product has a short description.',
    lack: 'no short description',
    remedy: 'Write `descriptions.short`, one or two sentences for lists and cards.',
    count: ({ product }) => tallyOne(product.descriptions.short !== undefined),
  },
  {
    // PS Score: “Every product has marketingPoint”.
    id: 'text/tagline',
    importance: 'welcome',
    demand: 'The product has a tagline.',
    lack: 'no tagline',
    remedy: 'Write `descriptions.tagline`, one line that says what is special.',
    count: ({ product }) => tallyOne(product.descriptions.tagline !== undefined),
  },
  {
    // Google: data and page are in the language of the country. Québec’s Charter of the French Language,
    // section 52: catalogues are in French.
    id: 'text/translated',
    importance: 'critical',
    demand: 'Every locale shows every text in its own language.',
    lack: 'texts in another language',
    remedy: 'Add the missing language to the named texts.',
    count: ({ texts, locales: shownIn }) =>
      tallyMany(
        texts.flatMap((text) => shownIn.map((locale) => ({ ...text, locale }))),
        ({ path, locale }) => `${path} ${locale}`,
        ({ origins, locale }) => origins[locale] === 'fallback' || origins[locale] === 'missing',
      ),
  },
];
