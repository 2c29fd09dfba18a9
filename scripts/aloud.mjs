const SAY_EVERY_S = 10;

/** Prints what is being done, and every ten seconds how long it has taken. */
export async function aloud(what, work, say = console.log) {
  const startedAt = Date.now();
  say(`${what} …`);
  const saying = setInterval(
    () => say(`${what} … (${Math.round((Date.now() - startedAt) / 1000)} s)`),
    SAY_EVERY_S * 1000,
  );
  try {
    return await work();
  } finally {
    clearInterval(saying);
  }
}
