// Builds the real Dockerfile for the test of the image, on a stand-in for its base image: Debian with Node and npm, without a registry.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { installTools } from './install-tools.mjs';
import { node, root } from './project.mjs';

/** Programs and their packages. */
const TOOLS = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', bwrap: 'bubblewrap' };
const OVERLAY = 0x794c7630;

const folder = join(root, 'tests', '.build', 'image');
const store = join(folder, 'store');
const context = join(folder, 'stand-in');
const show = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };

installTools(TOOLS);
build();

function build() {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const suite = /node:[\d.]+-(\w+)-slim/.exec(dockerfile)?.[1];
  if (!suite) throw new Error('The Dockerfile names no Debian.');
  rmSync(store, { recursive: true, force: true });
  for (const output of ['root', 'config.json'])
    rmSync(join(folder, output), { recursive: true, force: true });
  writeStandIn(suite);
  // npm opens thousands of files at once; buildah allows few.
  const openFiles = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  try {
    buildah(['build', '--isolation', 'chroot', '--tag', 'localhost/stand-in', context]);
    rmSync(context, { recursive: true });
    buildah([
      ...[
        'build',
        '--isolation',
        'chroot',
        '--format',
        'docker',
        '--ulimit',
        `nofile=${openFiles}:${openFiles}`,
        '--build-arg',
        'BUILD_IMAGE=localhost/stand-in',
      ],
      ...['--tag', 'localhost/oinkly', root],
    ]);
    const described = JSON.parse(buildah(['inspect', '--type', 'image', 'localhost/oinkly'], 'pipe'));
    writeFileSync(join(folder, 'config.json'), JSON.stringify(described.Docker.config));
    const container = buildah(['from', '--pull-never', 'localhost/oinkly'], 'pipe').trim();
    const mounted = buildah(['mount', container], 'pipe').trim();
    execFileSync('cp', ['-a', mounted, join(folder, 'root')], show);
    buildah(['umount', container]);
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}

/** As in the real base image, Node and npm are in /usr/local. */
function writeStandIn(suite) {
  const system = join(folder, `${suite}.tar`);
  const unfinished = join(folder, `new-${suite}.tar`);
  mkdirSync(join(context, 'lib', 'node_modules'), { recursive: true });
  if (!existsSync(system)) {
    execFileSync(
      'mmdebstrap',
      ['--variant=apt', '--include=libstdc++6,ca-certificates', suite, unfinished],
      show,
    );
    renameSync(unfinished, system);
  }
  copyFileSync(system, join(context, 'system.tar'));
  copyFileSync(node, join(context, 'node'));
  cpSync(npmFolder(), join(context, 'lib', 'node_modules', 'npm'), { recursive: true, dereference: true });
  // This machine may reach the registry through a proxy of its own.
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(certificates)) copyFileSync(certificates, join(context, 'certificates.pem'));
  else writeFileSync(join(context, 'certificates.pem'), '');
  writeFileSync(
    join(context, 'Dockerfile'),
    `FROM scratch
ADD system.tar /
COPY node /usr/local/bin/node
COPY lib /usr/local/lib
COPY certificates.pem /usr/local/certificates.pem
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=/usr/local/certificates.pem
`,
  );
}

function npmFolder() {
  const program = process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
  return dirname(dirname(execFileSync('realpath', [program], { encoding: 'utf8' }).trim()));
}

function buildah(args, output = 'inherit') {
  // Overlays can't be stacked on one.
  const driver = statfsSync(folder).type === OVERLAY ? 'vfs' : 'overlay';
  const place = ['--storage-driver', driver, '--root', store, '--runroot', join(store, 'run')];
  return execFileSync('buildah', [...place, ...args], {
    ...show,
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
  });
}
