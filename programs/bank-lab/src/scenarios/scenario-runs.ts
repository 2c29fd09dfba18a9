import { scenarios } from './all-scenarios.ts';
import { type Bench, ScenarioRefused, type StepResult, TargetGone } from './bench.ts';
import { createPlaidBank, type PlaidBank } from './plaid-bank.ts';
import { type Scenario, type Service, servicesOf, type Step, type Verdict } from './scenario.ts';
import { createSimplefinBank, type SimplefinBank } from './simplefin-bank.ts';

export { scenarios };

/** What one step did; in the names of the API's answer. */
interface StepReport extends StepResult {
  scenario: string;
  service: Service;
  /** What the bank just did. */
  done: string;
  /** What it does at the next call; null after the last step. */
  next: string | null;
}

/** A scenario under way at one service. */
interface Run {
  stepsDone: number;
  step(): Promise<StepReport>;
  verdict(): Promise<Verdict | null>;
  /** Ends the faults that it planned. */
  mend(): Promise<unknown>;
}

/** An item or a token; null takes the newest. */
interface Target {
  itemId?: string;
  tokenId?: string;
}

/** Throws ScenarioRefused. */
function findScenario(id: string): Scenario {
  const found = scenarios.find((scenario) => scenario.id === id);
  if (found === undefined) throw new ScenarioRefused(`There is no scenario ${id}.`);
  return found;
}

function runSteps<Bank>(
  { id }: Scenario,
  service: Service,
  bank: Bank,
  steps: readonly Step<Bank>[],
): Pick<Run, 'stepsDone' | 'step'> {
  const run = {
    stepsDone: 0,
    async step() {
      const step = steps[run.stepsDone];
      if (step === undefined) throw new ScenarioRefused('This scenario is over. Start it again.');
      const result = await step.run(bank);
      run.stepsDone += 1;
      return {
        scenario: id,
        service,
        done: step.title,
        next: steps[run.stepsDone]?.title ?? null,
        ...result,
      };
    },
  };
  return run;
}

/** Begins a scenario. Throws ScenarioRefused for a service that it lacks. */
function begin(bench: Bench, scenario: Scenario, service: Service, target: Target): Run {
  const { check } = scenario;
  const { plaid, simplefin } = scenario.steps;
  if (service === 'plaid' && plaid !== undefined) {
    const bank: PlaidBank = createPlaidBank(bench, target.itemId ?? null);
    return Object.assign(runSteps(scenario, service, bank, plaid), {
      verdict: async () => null,
      mend: () => bank.mend(),
    });
  }
  if (service === 'simplefin' && simplefin !== undefined) {
    const bank: SimplefinBank = createSimplefinBank(bench, target.tokenId ?? null);
    return Object.assign(runSteps(scenario, service, bank, simplefin), {
      verdict: async () => (check === undefined ? null : check(await bank.requests())),
      mend: () => bank.mend(),
    });
  }
  throw new ScenarioRefused(`${scenario.title} has no steps at ${service}.`);
}

/** Runs all steps, and `afterStep` behind each. Returns what the requests show of the app. Throws ScenarioRefused. */
export async function runScenario(
  bench: Bench,
  {
    id,
    service,
    target = {},
    afterStep,
  }: {
    id: string;
    service: Service;
    target?: Target;
    afterStep: (report: StepReport, stepIndex: number) => Promise<void>;
  },
): Promise<Verdict | null> {
  const run = begin(bench, findScenario(id), service, target);
  for (let stepIndex = 0; ; stepIndex += 1) {
    const report = await run.step();
    await afterStep(report, stepIndex);
    if (report.next === null) return run.verdict();
  }
}

/** The scenarios under way, kept in memory until the process ends. */
export interface ScenarioRuns {
  /**
   * Takes the next step, the first one again after the last. With `stepsDone`, only if so many are done, so that a form sent twice takes
   * one step. Calls at the same time wait for each other. A scenario whose item or token is gone ends. Throws ScenarioRefused.
   */
  next(id: string, options?: { service?: Service; stepsDone?: number }): Promise<StepReport>;
  /** Ends a scenario under way and its faults; what it changed at the bank stays. */
  startOver(id: string, service: Service): Promise<void>;
  /** Null before the first step. */
  stateOf(id: string, service: Service): { stepsDone: number; last: StepReport } | null;
  /** Throws ScenarioRefused. */
  verdictOf(id: string, service: Service): Promise<Verdict | null>;
}

export function createScenarioRuns(bench: Bench): ScenarioRuns {
  const runs = new Map<string, { run: Run; last: StepReport }>();
  const keyOf = (id: string, service: Service) => `${id} ${service}`;
  const turns = new Map<string, Promise<unknown>>();

  /** Acts once the calls before, with the same key, are done. */
  function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(act, act);
    turns.set(key, turn);
    return turn;
  }

  async function takeStep(scenario: Scenario, service: Service, stepsDone?: number): Promise<StepReport> {
    const key = keyOf(scenario.id, service);
    const known = runs.get(key);
    const isUnderWay = known !== undefined && known.last.next !== null;
    const run = isUnderWay ? known.run : begin(bench, scenario, service, {});
    if (stepsDone !== undefined && stepsDone !== run.stepsDone) {
      throw new ScenarioRefused('This step was taken already. Look at what comes next.');
    }
    try {
      const last = await run.step();
      runs.set(key, { run, last });
      return last;
    } catch (error) {
      if (error instanceof TargetGone) runs.delete(key);
      throw error;
    }
  }

  return {
    async next(id, { service: given, stepsDone } = {}) {
      const scenario = findScenario(id);
      const service = given ?? servicesOf(scenario)[0] ?? 'simplefin';
      return inTurn(keyOf(id, service), () => takeStep(scenario, service, stepsDone));
    },
    startOver: (id, service) =>
      inTurn(keyOf(id, service), async () => {
        await runs.get(keyOf(id, service))?.run.mend();
        runs.delete(keyOf(id, service));
      }),
    stateOf(id, service) {
      const known = runs.get(keyOf(id, service));
      return known === undefined ? null : { stepsDone: known.run.stepsDone, last: known.last };
    },
    verdictOf: async (id, service) => (await runs.get(keyOf(id, service))?.run.verdict()) ?? null,
  };
}
