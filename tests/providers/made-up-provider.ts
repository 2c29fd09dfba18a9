import { fine } from '@oinkly/server/monitoring/finding';
import { readSettings, type Settings } from '@oinkly/server/settings/setting';
import { text } from '@oinkly/server/settings/setting-values';
import type { ProviderDefinition } from '@oinkly/server/modules/banking/provider-definition';
import { ScriptedBank } from '@oinkly/server/test-support/scripted-bank';

const settings = {
  TELLER_SECRET: {
    schema: text,
    help: "Teller's secret",
    group: 'Banks',
    about: 'The secret of your account at Teller.',
    unset: 'no Teller',
    example: "'<secret>'",
    isSecret: true,
  },
} satisfies Settings;

/** A provider that exists only in tests: what a new one must bring along, and nothing else. */
export const madeUpProvider: ProviderDefinition = {
  id: 'teller',
  name: 'Teller',
  settings,
  offeredBy: 'set TELLER_SECRET',
  testBanks: { insteadOf: ['TELLER_SECRET'] },
  configure(environment) {
    if (readSettings(settings, environment).TELLER_SECRET === null) return null;
    return {
      id: 'teller',
      check: async () => [fine('Teller', 'It knows the secret.')],
      open: () => new ScriptedBank('teller', 'Teller', { frame: ['https://teller.example'] }),
    };
  },
};
