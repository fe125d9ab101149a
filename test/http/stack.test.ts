/** The HTTP suite against `npm run stack`. */
import { stackScript } from '../helpers/running-server.ts';
import { oddRequests } from './fuzz/odd-requests.ts';
import { registerSuite } from './register-suite.ts';

registerSuite('npm run stack', { script: stackScript, signal: 'SIGTERM', more: [oddRequests] });
