import { readMail, type ReceivedMail } from '@oinkly/server/test-support/read-mail';
import { freePort } from '@oinkly/server/test-support/server-process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { requireBrought } from '../require-brought.ts';

/** Unpacked by `scripts/bring-mail-server.mjs`. */
const PROGRAMS = fileURLToPath(new URL('../.build/exim/', import.meta.url));
/** Leads to this machine, but is none of the names that need no encryption. */
const HOST = '0.0.0.0';
const LOGIN = { user: 'oinkly@example.org', password: 'p:a/s#s 100%' };
/** Exim refuses to work as root. */
const USER_ID = 65_534;

/** Debian's Exim. It takes mail over TLS from who has logged in, and delivers it into files. */
export interface Exim {
  /** `SMTP_URL` for STARTTLS, and for TLS from the start. */
  startTlsUrl: string;
  tlsUrl: string;
  /** The file of the certificate to trust. */
  certificateFile: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Delivered mails in any order. */
  mails(): Promise<ReceivedMail[]>;
  remove(): Promise<void>;
}

/** Prepares a server that refuses `nobody@…` and takes mail for all other addresses. */
export async function prepareExim(): Promise<Exim> {
  requireBrought(PROGRAMS, 'bring-mail-server');
  const folder = await mkdtemp(join(tmpdir(), 'exim-'));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const mailFolder = join(folder, 'mails');
  const certificateFile = join(folder, 'certificate.pem');
  const libraries = readdirSync(join(PROGRAMS, 'usr/lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(PROGRAMS, 'usr/lib', name))
    .join(':');
  await promisify(execFile)(
    join(PROGRAMS, 'usr/bin/openssl'),
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=mail.test', '-addext', `subjectAltName=IP:${HOST}`],
      ...['-keyout', join(folder, 'key.pem'), '-out', certificateFile],
    ],
    { env: { LD_LIBRARY_PATH: libraries, OPENSSL_CONF: '/dev/null' } },
  );
  await writeFile(join(folder, 'exim.conf'), configuration({ folder, mailFolder, port, tlsPort }));
  await writeFile(
    join(folder, 'passwd'),
    `root:x:0:0::/:/bin/sh\nDebian-exim:x:${USER_ID}:${USER_ID}::/:/bin/sh\n`,
  );
  await writeFile(join(folder, 'group'), `root:x:0:\nDebian-exim:x:${USER_ID}:\n`);
  for (const name of ['spool', 'log', 'mails']) {
    await mkdir(join(folder, name));
    await chown(join(folder, name), USER_ID, USER_ID);
  }
  await chown(join(folder, 'key.pem'), USER_ID, USER_ID);
  await chmod(folder, 0o755);

  let program: ReturnType<typeof spawn> | undefined;
  const stop = async () => {
    if (program?.exitCode === null && program.signalCode === null) {
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    }
  };
  const login = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}`;
  return {
    startTlsUrl: `smtp://${login}@${HOST}:${port}`,
    tlsUrl: `smtps://${login}@${HOST}:${tlsPort}`,
    certificateFile,
    start: async () => {
      let output = '';
      program = spawn(join(PROGRAMS, 'usr/sbin/exim4'), ['-C', join(folder, 'exim.conf'), '-bdf', '-v'], {
        env: {
          LD_LIBRARY_PATH: libraries,
          LD_PRELOAD: 'libnss_wrapper.so',
          NSS_WRAPPER_PASSWD: join(folder, 'passwd'),
          NSS_WRAPPER_GROUP: join(folder, 'group'),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes('listening for')) resolve();
        };
        program?.stdout?.on('data', read);
        program?.stderr?.on('data', read);
        program?.once('exit', () => reject(new Error(`Exim ended: ${output}`)));
      });
    },
    stop,
    mails: async () => {
      const mails: ReceivedMail[] = [];
      for (const name of await readdir(mailFolder)) {
        // Exim writes under another name first.
        if (!name.startsWith('q')) continue;
        const raw = (await readFile(join(mailFolder, name), 'utf8')).replaceAll(/\r?\n/g, '\r\n');
        mails.push(readMail(raw, { from: '', to: /^Envelope-to: (.*)$/m.exec(raw)?.[1]?.trim() ?? '' }));
      }
      return mails;
    },
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(at: { folder: string; mailFolder: string; port: number; tlsPort: number }): string {
  return `
primary_hostname = mail.test
spool_directory = ${at.folder}/spool
log_file_path = ${at.folder}/log/%slog
pid_file_path = ${at.folder}/spool/exim.pid
local_interfaces = <; 127.0.0.1
daemon_smtp_ports = ${at.port} : ${at.tlsPort}
tls_on_connect_ports = ${at.tlsPort}
tls_advertise_hosts = *
tls_certificate = ${at.folder}/certificate.pem
tls_privatekey = ${at.folder}/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = rcpt
acl_smtp_data = data
never_users =
deliver_drop_privilege = true
exim_path = ${join(PROGRAMS, 'usr/sbin/exim4')}
keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
host_lookup =
rfc1413_query_timeout = 0s

begin acl
rcpt:
  deny !authenticated = *
       message = log in first
  deny local_parts = nobody
       message = <$local_part@$domain>: no such person
  accept
data:
  accept

begin routers
everyone:
  driver = accept
  transport = files

begin transports
files:
  driver = appendfile
  directory = ${at.mailFolder}
  envelope_to_add
  user = ${USER_ID}
  group = ${USER_ID}

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${LOGIN.user}}}{eq{$auth3}{${LOGIN.password}}}}}
  server_set_id = $auth2
`;
}
