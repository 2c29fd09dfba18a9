// Brings another OpenID provider for the tests: Debian's glewlwyd with the libraries that the machine lacks.
import { join } from 'node:path';
import { root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.mjs';

unpackDebianPackages(join(root, 'tests', '.build', 'glewlwyd'), [
  'glewlwyd',
  'glewlwyd-common',
  'dbconfig-no-thanks',
]);
