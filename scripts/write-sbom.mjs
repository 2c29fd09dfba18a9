import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './project.mjs';

/** The programs that users run. */
const PROGRAMS = ['apps/server', 'apps/web'];

/**
 * Writes the software of a build as CycloneDX JSON: packages, also those inside the bundles, PostgreSQL and Node. `npm sbom` refuses a
 * development dependency with an unmet peer, and leaves out what one workspace runs and another only tests with. It also takes ten times as long.
 */
export async function writeSbom(file) {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await write(file, {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version },
    },
    components: [...(await shippedPackages()), nodeItself()],
  });
}

/** Adds Debian's packages to a written SBOM, each with name, version and architecture. */
export async function addDebianPackages(file, packages) {
  const sbom = JSON.parse(await readFile(file, 'utf8'));
  await write(file, { ...sbom, components: [...sbom.components, ...packages.map(debianPackage)] });
}

function write(file, sbom) {
  return writeFile(file, `${JSON.stringify(sbom, null, 1)}\n`);
}

/** The dependencies of the programs that this platform has, by the lock file. */
async function shippedPackages() {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const shipped = new Set();
  const visit = (path) => {
    if (shipped.has(path)) return;
    shipped.add(path);
    const { dependencies, optionalDependencies = {} } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(packages, name, path);
      if (place) visit(place);
      else if (!(name in optionalDependencies)) throw new Error(`The lock file lacks ${name} for ${path}.`);
    }
  };
  for (const program of PROGRAMS) visit(program);
  return [...shipped]
    .filter((path) => path.includes('node_modules/') && existsSync(join(root, path)))
    .sort()
    .map((path) => npmPackage(path.slice(path.lastIndexOf('node_modules/') + 13), path, packages[path]));
}

/** As Node looks for it; a workspace is a link. */
function placeOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const found = packages[`${folder}${folder && '/'}node_modules/${name}`];
    if (found) return found.link ? found.resolved : `${folder}${folder && '/'}node_modules/${name}`;
    if (folder === '') return null;
  }
}

function npmPackage(name, path, { version, integrity, license }) {
  const [algorithm, digest = ''] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    ...(license && { licenses: [{ license: { name: license } }] }),
  };
}

function nodeItself() {
  const { node: version } = process.versions;
  return {
    type: 'platform',
    'bom-ref': `node@${version}`,
    name: 'node',
    version,
    purl: `pkg:github/nodejs/node@v${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
  };
}

function debianPackage({ name, version, architecture }) {
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl };
}
