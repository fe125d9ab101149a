/** The HTTP suite against `npm start`. */
import { embeddedScript } from '../helpers/running-server.ts';
import { registerSuite } from './register-suite.ts';

registerSuite('npm start', { script: embeddedScript, signal: 'SIGINT' });
