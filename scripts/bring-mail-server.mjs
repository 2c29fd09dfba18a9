// A mail server for tests: Debian's Exim, a library that names its user, and openssl for a certificate.
import { join } from 'node:path';
import { root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.ts';

unpackDebianPackages(join(root, 'tests', '.build', 'exim'), [
  'exim4-daemon-light',
  'libnss-wrapper',
  'openssl',
]);
