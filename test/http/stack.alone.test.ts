/** The HTTP suite against `npm run stack`. */
import { stackScript } from '../helpers/running-server.ts';
import { registerSuite } from './register-suite.ts';

registerSuite(stackScript);
