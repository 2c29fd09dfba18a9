import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { freePort } from '@oinkly/server/test-support/server-process';
import { expect, onTestFinished, test } from 'vitest';
import { readSbom, shippedParts } from '../read-sbom.ts';
import { BareDebian } from './bare-debian.ts';

const ANA = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
const HOME = /localhost:\d+\/$/;
const LUNCH = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };
const RELEASE = '/home/ana/release';
const NEW_MACHINE = { DATA_DIR: '/home/ana/new-machine' };

test(
  'the documents lead from a clone on a bare Debian to a restored backup and to a release',
  { timeout: 900_000 },
  async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const debian = await BareDebian.create({ PORT: String(port) });
    onTestFinished(() => debian.remove(), 120_000);
    const admin = (words: string, settings?: Record<string, string>) =>
      debian.type(`npm run --silent admin -- ${words}`, settings);

    const stop = await debian.serve('npm start');
    const ana = await new HttpBrowser().open(`${origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    await ana.submit('Create an account', ANA, HOME);
    expect(await ana.call('POST', `${origin}/api/expenses`, LUNCH)).toMatchObject({ status: 200 });

    const backup = await admin('backup oinkly.tar.gz');
    expect(backup).toMatchObject({ exitCode: 0 });
    expect(backup.output).toContain('Wrote /home/ana/oinkly/oinkly.tar.gz: 1 user');
    expect((await admin('verify oinkly.tar.gz')).output).toContain('is complete and unchanged: 1 user');
    expect((await admin('doctor')).output).toContain('0 wrong');
    await stop();

    const stopNew = await debian.serve('npm start', NEW_MACHINE);
    await stopNew();
    const restored = await admin('restore oinkly.tar.gz', NEW_MACHINE);
    expect(restored.output).toContain('Restored 1 user');
    const stopRestored = await debian.serve('npm start', NEW_MACHINE);
    const again = await new HttpBrowser().open(`${origin}/api/login`);
    await again.submit('Log in', ANA, HOME);
    expect(await again.call('GET', `${origin}/api/expenses?counted=all`)).toMatchObject({ json: [LUNCH] });
    await stopRestored();

    const release = await debian.type(`sh -c 'umask 077 && npm run release -- ${RELEASE}'`);
    expect(release).toMatchObject({ exitCode: 0 });
    const { output: sbom } = await debian.type(`cat ${RELEASE}/sbom.cdx.json`);
    expect(readSbom(sbom)).toEqual(expect.arrayContaining(shippedParts()));
    expect(readSbom(sbom)).not.toContain('vitest');
    // The service has a user of its own.
    expect(await debian.type(`find ${RELEASE} ! -perm -o=r`)).toEqual({ exitCode: 0, output: '' });
    const place = { DATA_DIR: '/home/ana/service' };
    const restore = await debian.type(`${RELEASE}/bin/admin restore oinkly.tar.gz`, place);
    expect(restore.output).toContain('Restored 1 user');
    await debian.serve(`${RELEASE}/bin/oinkly`, place);
    const atService = await new HttpBrowser().open(`${origin}/api/login`);
    await atService.submit('Log in', ANA, HOME);
  },
);
