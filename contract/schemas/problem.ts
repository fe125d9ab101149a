/** Schema of the body of all errors except those of the sync route (specification, "Errors"; RFC 9457). */
import { z } from 'zod';
import { problemCodes } from '../problems.ts';
import { described } from './described.ts';

/** Validates a problem document. */
export const problemSchema = described(
  z.object({
    type: described(z.string().meta({ format: 'uri' }), {
      en: 'Address of the documentation of this problem.',
      fr: 'Adresse de la documentation de ce problème.',
    }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    instance: described(z.string().meta({ format: 'uri-reference' }), {
      en: 'The request path.',
      fr: 'Chemin de la requête.',
    }),
    code: z.enum(problemCodes),
    error: described(z.string(), {
      en: 'Only in a 500 of the product list.',
      fr: 'Seulement dans un 500 de la liste des produits.',
    }).exactOptional(),
    'violated-policies': described(z.array(z.string()), {
      en: 'Only in a 429 of the advisory limit: the exceeded policies of RateLimit-Policy.',
      fr: 'Seulement dans un 429 de la limite indicative : les règles dépassées de RateLimit-Policy.',
    }).exactOptional(),
  }),
  { id: 'Problem', en: 'What went wrong (RFC 9457).', fr: 'Ce qui n’a pas fonctionné (RFC 9457).' },
);

/**
 * Validates the body of an error 500 of the product list, which contains `error` too (specification,
 * "Endpoints").
 */
export const listProblemSchema = described(
  problemSchema.extend({
    error: described(z.string(), {
      en: 'The same text as `detail`.',
      fr: 'Le même texte que `detail`.',
    }),
  }),
  {
    id: 'ListProblem',
    en: 'What went wrong with the product list (RFC 9457).',
    fr: 'Ce qui n’a pas fonctionné avec la liste des produits (RFC 9457).',
  },
);

/** A problem document. */
export type Problem = z.infer<typeof problemSchema>;
