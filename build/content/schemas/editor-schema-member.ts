import { z } from 'zod';

/** `$schema`: where an editor finds the JSON Schema of the file. The build does not look at it. */
export const editorSchemaMember = z
  .string()
  .describe('Where the editor finds what the file may hold. Keep it as the first member.')
  .exactOptional();
