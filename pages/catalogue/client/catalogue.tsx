/** The entry point of the public catalogue browser. */
import { start } from './app.tsx';

start();
