import { fine } from '@oinkly/server/monitoring/finding';
import { readSettings, type Settings } from '@oinkly/server/settings/setting';
import { text } from '@oinkly/server/settings/setting-values';
import type { ProviderDefinition } from '@oinkly/server/modules/banking/provider-definition';
import { ScriptedBank } from '@oinkly/server/test-support/scripted-bank';

const settings = {
  LARDER_SECRET: {
    schema: text,
    help: "Larder's secret",
    group: 'Banks',
    about: 'The secret of your account at Larder.',
    unset: 'no Larder',
    example: "'<secret>'",
    isSecret: true,
  },
} satisfies Settings;

/** A provider that exists only in tests: what a new one must bring along, and nothing else. */
export const madeUpProvider: ProviderDefinition = {
  id: 'larder',
  name: 'Larder',
  settings,
  offeredBy: 'set LARDER_SECRET',
  testBanks: { insteadOf: ['LARDER_SECRET'] },
  configure(environment) {
    if (readSettings(settings, environment).LARDER_SECRET === null) return null;
    return {
      id: 'larder',
      check: async () => [fine('Larder', 'It knows the secret.')],
      open: () => new ScriptedBank('larder', 'Larder', { frame: ['https://larder.example'] }),
    };
  },
};
