const REPORT_EVERY_S = 10;

/** Prints what is being done, and every ten seconds how long it has taken. */
export async function reportProgress(what, work, print = console.log) {
  const startedAt = Date.now();
  print(`${what} …`);
  const reporting = setInterval(
    () => print(`${what} … (${Math.round((Date.now() - startedAt) / 1000)} s)`),
    REPORT_EVERY_S * 1000,
  );
  try {
    return await work();
  } finally {
    clearInterval(reporting);
  }
}
