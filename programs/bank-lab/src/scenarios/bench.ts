import type { Day } from '@oinkly/test-banks/day';
import type { Controls } from '../controls.ts';

/** What scenarios act on: the control APIs and the banks' clock. */
export interface Bench extends Controls {
  /** The banks' calendar day. */
  today(): Day;
  /** Moves the banks' clock; negative moves it back. */
  passDays(days: number): void;
  /** How late a slow answer is: 100 seconds, except in tests. */
  slowAnswerMs: number;
}

/** What a person or a script needs for the next step; in the names of the API's answer. */
export interface StepResult {
  /** To paste into the app. */
  setup_token?: string;
  /** To give to the app's exchange, as Link would. */
  public_token?: string;
}

/** One request to SimpleFIN's `/accounts`. */
export interface LoggedRequest {
  /** Higher than that of each earlier request. */
  number: number;
  kind: 'all_accounts' | 'per_account';
  /** ISO 8601. */
  at: string;
  /** As sent, without `?`. */
  query: string;
}

/** A scenario can't go on. The message says what to do. */
export class ScenarioRefused extends Error {
  override readonly name: string = 'ScenarioRefused';
}

/** The item or token of a scenario under way can't be used any more. */
export class TargetGone extends ScenarioRefused {
  override readonly name = 'TargetGone';
}
