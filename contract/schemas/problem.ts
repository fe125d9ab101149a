/** Schema of the body of all errors except those of the sync route (specification, "Errors"; RFC 9457). */
import { z } from 'zod';
import { problemCodes } from '../problems.ts';

/** Validates a problem document. */
export const problemSchema = z
  .object({
    type: z
      .string()
      .meta({ format: 'uri' })
      .describe('Address of the documentation of this problem.'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    instance: z.string().meta({ format: 'uri-reference' }).describe('The request path.'),
    code: z.enum(problemCodes),
    error: z.string().exactOptional().describe('Only in a 500 of the product list.'),
    'violated-policies': z
      .array(z.string())
      .exactOptional()
      .describe('Only in a 429 of the advisory limit: the exceeded policies of RateLimit-Policy.'),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' });

/**
 * Validates the body of an error 500 of the product list, which contains `error` too (specification,
 * "Endpoints").
 */
export const listProblemSchema = problemSchema
  .extend({ error: z.string().describe('The same text as `detail`.') })
  .meta({ id: 'ListProblem', description: 'What went wrong with the product list (RFC 9457).' });

/** A problem document. */
export type Problem = z.infer<typeof problemSchema>;
