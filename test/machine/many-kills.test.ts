/** Tests of `npm test` that machine.config.js repeats with large counts: killed commands, and random edits. */
import '../processes/releases/copy-by-changes.test.ts';
import '../processes/releases/killed.test.ts';
import '../processes/remotes/killed.test.ts';
