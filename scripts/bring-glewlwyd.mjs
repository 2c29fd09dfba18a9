// Another OpenID provider for tests: Debian's glewlwyd with missing libraries.
import { join } from 'node:path';
import { root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.ts';

unpackDebianPackages(join(root, 'tests', '.build', 'glewlwyd'), [
  'glewlwyd',
  'glewlwyd-common',
  'dbconfig-no-thanks',
]);
