// `npm run screens`: saves pictures of all screens in `screenshots/`. `-- dashboard` selects by name, `-- --readme` makes the README's.
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, node, projectEnvironment, root, run } from './project.mjs';

try {
  await installIfNeeded({ all: true });
  const env = projectEnvironment();
  await run('node', ['scripts/install-chromium.mjs'], { env });
  await buildIfNeeded();
  const program = join(root, 'tests', 'screens', 'take-screens.ts');
  await run(node, ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { env });
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
