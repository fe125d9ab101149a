/** Lets a worker thread load TypeScript: threads of Node.js 20 do not inherit the hooks that tsx registers. */
import { register } from 'tsx/esm/api';

register();
