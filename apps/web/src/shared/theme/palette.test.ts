import { LIGHT_PALETTE } from '@oinkly/artwork/palette';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('what is drawn without a style sheet has the light colors of the tokens', async () => {
  const tokens = await readFile('apps/web/src/shared/theme/tokens.css', 'utf8');
  const light = Object.keys(LIGHT_PALETTE).map((name) => [
    name,
    new RegExp(`^ *${name}: light-dark\\((#[0-9a-f]{6}),`, 'm').exec(tokens)?.[1],
  ]);
  expect(Object.fromEntries(light)).toEqual(LIGHT_PALETTE);
});
