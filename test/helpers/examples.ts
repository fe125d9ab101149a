/** The examples of answers in the OpenAPI document. */
import { schemaComponents } from '../../contract/openapi/components.ts';
import { createExamples, type JsonSchemas } from '../../contract/openapi/examples.ts';

/** The example of each answer, in English. */
export const examples = createExamples(schemaComponents() as JsonSchemas);
