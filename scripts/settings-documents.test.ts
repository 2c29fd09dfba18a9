import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../apps/server/src/start/settings.ts';
import { exampleFile, settingsPage } from './settings-documents.ts';

/* If one of these fails, run `npm run docs:settings`. */

test('docs/settings.md is what the table of settings says', async () => {
  expect(readFileSync('docs/settings.md', 'utf8')).toBe(await settingsPage());
});

test('.env.example is what the table of settings says', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(exampleFile());
});

test.each(Object.entries(settings))(
  '%s has a sentence, a default and a value that it accepts',
  (_name, { about, unset, example, schema }) => {
    expect(about).toMatch(/^[A-Z`].{10,}\.$/);
    expect(unset).not.toBe('');
    const value = example.replaceAll("'", '');
    expect(value.includes('<') || schema.safeParse(value).success).toBe(true);
  },
);
