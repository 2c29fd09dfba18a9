// Debian's systemd for the test of the unit.
import { join } from 'node:path';
import { root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.mjs';

unpackDebianPackages(join(root, 'tests', '.build', 'systemd'), ['systemd']);
