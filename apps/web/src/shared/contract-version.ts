/** The build puts it here (`contract-version.ts` beside the build's settings). */
declare const BUILT_CONTRACT_VERSION: string;

/** Changes with any shape of a call. Stored answers and changes carry it. */
export function contractVersion(): string {
  return BUILT_CONTRACT_VERSION;
}
