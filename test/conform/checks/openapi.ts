/** Answers match the OpenAPI document of the deployment, from which clients generate code. */
import { createOpenApiCheck } from '../../helpers/openapi.ts';
import { checksOf, expectNone } from '../check.ts';

const check = checksOf('OpenAPI');

export const openApiChecks = [
  check('answers match /openapi.json', async (deployment) => {
    const faultOf = await createOpenApiCheck((path) => deployment.ask(path));
    await deployment.details();
    const answers = deployment.client.answers.filter(({ method }) => method === 'GET');
    expectNone(
      answers.flatMap((answer) => {
        const fault = faultOf(answer.path, answer);
        return fault === undefined ? [] : [`${answer.where}: ${fault}`];
      }),
    );
  }),
];
