import { readFileSync } from 'node:fs';
import { testBanks } from '@oinkly/test-banks/banks';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { usage } from './command-line.ts';
import { faultSchema } from './control/faults.ts';
import { transactionChangeSchema } from './control/transaction-changes.ts';
import { startTestServer } from './test-support/test-server.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const examples = [...readme.matchAll(/^control (\/\S+) '([^']*)'$/gm)].map(([, path = '', json = '']) => ({
  path,
  json,
}));

test('every call in the README works as printed, with the previous answers', async () => {
  const { control } = await startTestServer();
  const known: Record<string, unknown> = {};
  for (const { path, json } of examples) {
    const body: unknown = JSON.parse(json, (key, value: unknown) => (value === '…' ? known[key] : value));
    const answer = await control.call(path, z.record(z.string(), z.unknown()).parse(body));
    Object.assign(known, answer);
  }
});

test('the README names every route, and shows every operation of the control API', () => {
  const table = [...readme.matchAll(/^\| `(\/\w+\/\w+)` /gm)].map(([, path = '']) => path);
  expect(table.length).toBe(16);
  for (const path of table) expect(examples.map((example) => example.path)).toContain(path);
  const json = examples.map((example) => example.json).join('\n');
  const kinds = faultSchema.options.map(({ shape }) => `"kind": "${shape.kind.value}"`);
  const changes = transactionChangeSchema.options.map(({ shape }) => `"op": "${shape.op.value}"`);
  for (const written of [...kinds, ...changes]) expect(json).toContain(written);
});

test('the README names every bank and explains every option of the program', () => {
  for (const { key, name } of testBanks) {
    expect(readme).toMatch(new RegExp(`\\| \`${key}\` +\\| ${name} `));
  }
  const options = [...usage.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
  expect(options.length).toBe(9);
  for (const name of options) if (name !== '--help') expect(readme).toContain(`\`${name}\``);
});

test('the README needs no repository, except in its last section', () => {
  const [before = '', after] = readme.split('\n## In a checkout of the repository\n');
  expect(after).toContain('npm run build:emulators');
  expect(before).not.toMatch(/vitest|programs\/|src\/|npm run|npm install|@oinkly\/|plugin/);
});
