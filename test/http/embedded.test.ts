/** The HTTP suite against `npm start`. */
import { embeddedScript } from '../helpers/running-server.ts';
import { registerSuite } from './register-suite.ts';

registerSuite(embeddedScript, 'SIGINT');
