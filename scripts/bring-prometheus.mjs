// Debian's Prometheus for the test of metrics and alerts.
import { join } from 'node:path';
import { root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.ts';

unpackDebianPackages(join(root, 'tests', '.build', 'prometheus'), ['prometheus']);
