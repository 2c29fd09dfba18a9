import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { usage } from './command-line.ts';
import { faultSchema } from './control/faults.ts';
import { ledgerChangeSchema } from './control/ledger-changes.ts';
import { isNamedErrorCode, namedError, namedErrorCodes } from './named-errors.ts';
import { endpointLimits } from './rate-limits.ts';
import { startTestBank, type TestBank } from './test-support/test-bank.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const jsonObject = z.record(z.string(), z.unknown());

const examples = [...readme.matchAll(/^plaid (\/\S+) '([^']*)'$/gm)].map(([, path = '', json = '']) => ({
  path,
  json,
}));

let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.close());

test('every call in the README works as printed, with the previous answers', async () => {
  const known: Record<string, unknown> = {};
  for (const { path, json } of examples) {
    const body = jsonObject.parse(
      JSON.parse(json, (key, value: unknown) => (value === '…' ? known[key] : value)),
    );
    const answer = await bank.call(path, body);
    expect(answer, `${path} ${json}`).toMatchObject({ status: 200 });
    // All examples use one item; a relink creates another.
    Object.assign(known, {
      ...answer.body,
      ...known,
      fault_id: answer.body['fault_id'] ?? known['fault_id'],
    });
  }
});

test('the README names every endpoint, and shows every operation of the control API', () => {
  const shown = examples.map(({ path }) => path);
  for (const path of bank.endpoints) {
    expect(readme, path).toContain(`\`${path}\``);
    if (path.startsWith('/control/')) expect(shown).toContain(path);
  }
  const json = examples.map((example) => example.json).join('\n');
  const kinds = faultSchema.options.map(({ shape }) => `"kind": "${shape.kind.value}"`);
  const changes = ledgerChangeSchema.options.map(({ shape }) => `"op": "${shape.op.value}"`);
  for (const written of [...kinds, ...changes]) expect(json).toContain(written);
});

test('the README explains every option of the program', () => {
  const options = [...usage.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
  expect(options.length).toBeGreaterThan(10);
  for (const name of options) if (name !== '--help') expect(readme).toContain(`\`${name}\``);
});

test('the README names every limit with its error', () => {
  const rows = [...readme.matchAll(/^\| `(\/[a-z_/]+)` .*_LIMIT`.*$/gm)].map(([row]) => row);
  for (const { path, perItem, perClient } of endpointLimits) {
    const row = rows.find((candidate) => candidate.includes(`\`${path}\``)) ?? '';
    for (const limit of [perItem, perClient]) {
      if (limit !== null) expect(row).toContain(`${limit.calls.toLocaleString('en-US')}, \`${limit.error}\``);
    }
  }
  expect(rows).toHaveLength(endpointLimits.length);
});

test('the README names every error under its type', () => {
  const [, section = ''] = /^## Errors$([^]*?)^## /m.exec(readme) ?? [];
  const byType = new Map(
    [...section.matchAll(/^- `([A-Z_]+)`: ((?:`[A-Z_]+`[,\s]*)+)/gm)].map(([, type = '', codes = '']) => [
      type,
      [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code),
    ]),
  );
  for (const code of namedErrorCodes.filter(isNamedErrorCode)) {
    expect(byType.get(namedError(code).type), code).toContain(code);
  }
  expect([...byType.values()].flat()).toHaveLength(namedErrorCodes.length);
});

test('the README needs no repository, except in its last section', () => {
  const [before = '', after] = readme.split('\n## In a checkout of the repository\n');
  expect(after).toContain('npm run build:emulators');
  expect(before).not.toMatch(/vitest|programs\/|src\/|npm run|npm install|@oinkly\/|\bADR\b|plugin/);
});
