// Debian's nginx and Caddy for the test of the shipped proxy settings, and openssl for a certificate.
import { join } from 'node:path';
import { root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.ts';

unpackDebianPackages(join(root, 'tests', '.build', 'proxies'), ['nginx', 'caddy', 'openssl']);
