/** Runs the tests of the pricing service's process with the bundled service. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProject } from '../../helpers/bundled-project.ts';
import { usePricingProgram } from '../../helpers/pricing-process.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const project = await bundleProject(collectTeardowns());
// Not in a hook of ava: in a module that awaits after it has declared a hook, ava starts the tests too early.
process.once('exit', () => rmSync(join(project, '..'), { recursive: true, force: true }));
usePricingProgram(join(project, 'bundle/pricing-service/main.js'));
await import('../../pricing-service/main.alone.test.ts');
