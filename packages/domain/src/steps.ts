/** Long work in parts, so that a server can answer other requests between them. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all parts at once. */
export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
