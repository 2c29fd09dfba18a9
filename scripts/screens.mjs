// `npm run screens`: pictures of every screen and state into `screenshots/`, with a sheet that shows them beside each other.
// Words after it choose the screens whose names hold them: `npm run screens -- dashboard`.
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, node, projectEnvironment, root, run } from './project.mjs';

try {
  await installIfNeeded();
  const env = projectEnvironment();
  await run('node', ['scripts/install-chromium.mjs'], { env });
  await buildIfNeeded();
  const program = join(root, 'tests', 'screens', 'take-screens.ts');
  await run(node, ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { env });
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
