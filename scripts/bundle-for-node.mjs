import { build } from 'esbuild';

/** Bundles a program into one ES module for Node, with its libraries; `options` are esbuild's. */
export function bundleForNode(options) {
  return build({
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    legalComments: 'external',
    // Libraries in CommonJS that are bundled into an ES module still call `require` for Node's own modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
    ...options,
  });
}
