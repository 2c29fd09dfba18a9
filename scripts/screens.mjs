// `npm run screens`: saves pictures of all screens in `screenshots/`. `-- dashboard` selects by name, `-- --readme` makes the README's.
import { join } from 'node:path';
import { installIfNeeded, node, projectEnvironment, run } from './project.mjs';

try {
  await installIfNeeded({ all: true });
  const env = projectEnvironment();
  await run('node', ['scripts/install-chromium.mjs'], { env });
  await run(node, [join('tests', 'build-first.mjs')], { env });
  const program = join('tests', 'screens', 'take-screens.ts');
  await run(node, ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { env });
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
