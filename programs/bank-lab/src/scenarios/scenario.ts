import type { Controls } from '../controls.ts';
import type { Bench, LoggedRequest, StepResult } from './bench.ts';
import type { PlaidBank } from './plaid-bank.ts';
import type { SimplefinBank } from './simplefin-bank.ts';

export type Service = keyof Controls;

export interface Step<Bank> {
  /** What the bank does, in the imperative. */
  title: string;
  run(bank: Bank): Promise<StepResult>;
}

/** What the requests since the scenario's start show of the app. */
export interface Verdict {
  /** Null as long as they show nothing. */
  isRight: boolean | null;
  /** One sentence. */
  said: string;
}

/** Something that a bank once did to an app. */
export interface Scenario {
  /** In kebab-case. */
  id: string;
  title: string;
  /** One or two sentences. */
  bankDoes: string;
  rightAppDoes: string;
  /** By service; at least one. Each step starts from the one before. */
  steps: {
    plaid?: readonly Step<PlaidBank>[];
    simplefin?: readonly Step<SimplefinBank>[];
  };
  /** Judges the app by its requests to SimpleFIN. */
  check?: (requests: readonly LoggedRequest[]) => Verdict;
}

/** A step in which only time passes. */
export const passDays = (title: string, days: number): Step<{ bench: Bench }> => ({
  title,
  run: async ({ bench }) => {
    bench.passDays(days);
    return {};
  },
});

export function servicesOf({ steps }: Scenario): Service[] {
  const services: readonly Service[] = ['plaid', 'simplefin'];
  return services.filter((service) => steps[service] !== undefined);
}
