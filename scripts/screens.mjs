// `npm run screens`: saves screenshots of every screen and state in `screenshots/`, with one page that shows them all.
// Words after it select screens by name: `npm run screens -- dashboard`. `npm run screens -- --readme` makes the README's pictures.
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
