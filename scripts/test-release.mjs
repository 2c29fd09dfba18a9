// `npm run test:release`: what is released, in its real surroundings. It needs programs of third parties.
import { prepareAndRun } from './checks.mjs';

const NEEDED = [
  'bring-glewlwyd.mjs',
  'bring-prometheus.mjs',
  'bring-mail-server.mjs',
  'bring-proxies.mjs',
  'bring-image.mjs',
  'bring-debian.mjs',
];

await prepareAndRun(
  [
    [[['advisories on dependencies', 'test:advisories']]],
    [[['image, systemd, mail, proxies, another issuer, Prometheus, a bare Debian', 'test:surroundings']]],
  ],
  NEEDED,
);
