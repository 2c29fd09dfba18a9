// `npm run demo`: serves a demo from its own data folder.
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, root } from './project.mjs';
import { serve } from './serve.mjs';

try {
  await installIfNeeded();
  await buildIfNeeded();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

serve(['--disable-warning=ExperimentalWarning', join(root, 'tools', 'demo', 'demo.ts')], 'demo');
