import test from 'ava';
import { ApiProblem } from '../../../contract/problem.ts';
import { invalidRequestDetails } from '../../../contract/problems.ts';
import { refuseFormat } from '../../../contract/query.ts';

test('any format is refused, and the detail names the addresses of tables', (t) => {
  refuseFormat('/v1/products/pricing?Format=csv');
  for (const query of ['format=csv', 'format=', 'format', 'format=json', '%66ormat=csv']) {
    const problem = { instanceOf: ApiProblem, code: 'invalid_request' };
    const error = t.throws(() => refuseFormat(`/v1/products/pricing?${query}`), problem);
    t.is((error as ApiProblem).detail, invalidRequestDetails.format);
  }
  t.regex(invalidRequestDetails.format, /\/v1\/products\/pricing\.csv/);
});
