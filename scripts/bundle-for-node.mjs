import { build } from 'esbuild';

/** One ES module with its libraries; `options` are esbuild's. */
export function bundleForNode(options) {
  return build({
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    legalComments: 'external',
    // Bundled CommonJS libraries still call `require` for Node's modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
    ...options,
  });
}
