/** Sections "Limits" and "Versioning", about the headers of all answers, and whether answers match the OpenAPI document. */
import { earliestSunset } from '../../../contract/deprecation.ts';
import { isProductPath, routes } from '../../../contract/routes.ts';
import { createOpenApiCheck } from '../../helpers/openapi.ts';
import { checksOf, expectEqual, expectNone, passWithout } from '../check.ts';
import type { Answer, Deployment } from '../deployment.ts';

const limits = checksOf('Limits');
const versioning = checksOf('Versioning');

/** Asks for an answer of each kind and returns all answers below `/v1/products` so far. */
async function productAnswers(deployment: Deployment): Promise<readonly Answer[]> {
  for (const path of ['', '/_', '/pricing', '/a/b']) await deployment.ask(`/v1/products${path}`);
  const { answers } = deployment.client;
  return answers.filter(({ path }) => isProductPath(path.split('?')[0] ?? ''));
}

function faults(answers: readonly Answer[], name: string, expected: RegExp): readonly string[] {
  return answers
    .filter(({ headers }) => !expected.test(String(headers[name.toLowerCase()])))
    .map(({ where, headers }) => `${where}: ${name} is ${headers[name.toLowerCase()]}`);
}

/** Returns the day of an HTTP date, such as `2027-03-01`; an empty text if it is none. */
function dayOf(date: string): string {
  const time = new Date(date);
  return time.toUTCString() === date ? time.toISOString().slice(0, 10) : '';
}

export const limitChecks = [
  limits('RateLimit-Policy on every answer under /v1/products', async (deployment) => {
    const expected = /^"default";q=600;w=60$/;
    expectNone(faults(await productAnswers(deployment), 'RateLimit-Policy', expected));
  }),

  limits('RateLimit on every answer under /v1/products', async (deployment) => {
    const expected = /^"default";r=(?:[0-5]?\d{1,2}|600);t=(?:[0-5]?\d|60)$/;
    expectNone(faults(await productAnswers(deployment), 'RateLimit', expected));
  }),

  limits('health and the sync listing are not counted', async (deployment) => {
    for (const { path } of [routes.health, routes.sync]) {
      const { headers, where } = await deployment.ask(path);
      expectEqual(headers['ratelimit-policy'], undefined, `${where}: RateLimit-Policy`);
    }
  }),

  versioning('a deprecation has a date, and a Sunset three months later', async (deployment) => {
    await productAnswers(deployment);
    const deprecated = deployment.client.answers.filter(
      ({ headers }) => (headers['deprecation'] ?? headers['sunset']) !== undefined,
    );
    if (deprecated.length === 0) passWithout('no route is deprecated');
    expectNone(faults(deprecated, 'Deprecation', /^@\d+$/));
    for (const { headers, where } of deprecated) {
      const announced = new Date(Number(String(headers['deprecation']).slice(1)) * 1000);
      const earliest = earliestSunset(announced.toISOString().slice(0, 10));
      const sunset = dayOf(String(headers['sunset']));
      expectEqual(sunset >= earliest, true, `${where}: Sunset ${headers['sunset']} is late enough`);
    }
  }),
];

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
