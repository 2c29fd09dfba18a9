/**
 * The pages' look. Sizes are in rem, so a larger text size enlarges everything; headings stop before words
 * break.
 */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #faf4ea; --card: #fffcf6; --ink: #2b1d17; --color-ink-soft: #6a584d; --edge: #8e8378; --line: #e8dbc9; --under-text: #15703f; --pink-deep: #a92f55;
  --on-pink: #ffffff; --over-text: #a61b1b; --color-gold: #f3c34b; --color-gold-deep: #8a5a0b; --pig: #f3afba; --pig-soft: #f8c9d0;
  --pig-light: #fbdde1; --pig-deep: #7e2e45; --pig-tail: #7e2e45; --blush: #ee8fa0; --pig-eye: #2b1d17; --pig-shadow: #e6d6c0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1c1513; --card: #271e1a; --ink: #f7ede2; --color-ink-soft: #bfaea0; --edge: #8f8379; --line: #3d302a; --under-text: #63cf9b; --pink-deep: #f39db2;
    --on-pink: #2b1d17; --over-text: #ff9c92; --color-gold: #e0ae37; --color-gold-deep: #4f3306; --pig: #d98a99; --pig-soft: #e6a5b1;
    --pig-light: #f0c2ca; --pig-deep: #3a121f; --pig-tail: #b9677b; --blush: #c76a7d; --pig-eye: #2a0d16; --pig-shadow: #120d0b;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 'Source Serif', Georgia, 'Iowan Old Style', serif;
  font-variant-numeric: tabular-nums lining-nums; -webkit-font-smoothing: antialiased;
  overflow-wrap: anywhere;
}
main {
  min-height: 100vh; min-height: 100svh; max-width: 500px; margin: 0 auto; padding: 1.5rem 1.25rem 2rem;
  display: flex; flex-direction: column; justify-content: center;
}
header { text-align: center; }
.brand, h1, h2 { font-family: Fraunces, Georgia, 'Iowan Old Style', serif; }
.brand { margin: 0; font-size: 1.25rem; line-height: 1.25; font-weight: 620; letter-spacing: -0.018em; }
.pig { display: block; width: 9.5rem; max-width: 60%; height: auto; margin: 0.75rem auto 1rem; }
h1 {
  margin: 0; font-size: min(2.5rem, 18vw); line-height: 1.06; font-weight: 620; letter-spacing: -0.035em; text-wrap: balance;
}
.lead { margin: 0.625rem 0 0; color: var(--color-ink-soft); text-wrap: balance; }
form { margin: 1.75rem 0 0; }
.field + .field { margin-top: 1.125rem; }
label { display: block; margin-bottom: 0.375rem; font-weight: 540; }
.hint { margin: 0.375rem 0 0; color: var(--color-ink-soft); font-size: 0.875rem; text-wrap: pretty; }
input {
  display: block; width: 100%; min-height: 3.25rem; padding: 0.5rem 1rem; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: 12px; font: inherit;
}
.choices { margin: 1.125rem 0 0; padding: 0; border: 0; }
.choices legend { margin-bottom: 0.375rem; padding: 0; font-weight: 540; }
.choice { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; margin: 0; font-weight: inherit; cursor: pointer; }
.choice input { flex: none; width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0; accent-color: var(--pink-deep); cursor: pointer; }
input[readonly] { background: transparent; border-style: dashed; color: var(--color-ink-soft); }
input[aria-invalid='true'] { border-color: var(--over-text); border-width: 2px; }
.secret { position: relative; }
.secret input { padding-right: 5rem; }
.reveal {
  position: absolute; inset: 0.25rem 0.25rem 0.25rem auto; min-width: 4rem; min-height: 2.75rem; padding: 0 0.75rem; border: 0; border-radius: 9px;
  background: transparent; color: var(--pink-deep); font: inherit; text-decoration: underline; text-decoration-thickness: 1px;
  text-underline-offset: 3px; cursor: pointer;
}
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.error { display: flex; gap: 0.5rem; margin: 0.5rem 0 0; color: var(--over-text); }
.error svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: 0.125rem; }
.alert {
  margin: 1.75rem 0 0; padding: 0.875rem 1rem; background: var(--card); border: 1.5px solid var(--over-text);
  border-radius: 16px;
}
.alert .error { margin: 0; }
.notice {
  display: flex; gap: 0.625rem; margin: 1.75rem 0 0; padding: 0.875rem 1rem; background: var(--card); border: 1.5px solid var(--under-text);
  border-radius: 16px;
}
.notice p { margin: 0; }
.notice svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: 0.125rem; color: var(--under-text); }
.card {
  margin: 1.25rem 0 0; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 20px;
}
header + .card { margin-top: 1.75rem; }
.card h2 { margin: 0; font-size: 1.25rem; line-height: 1.25; font-weight: 620; letter-spacing: -0.018em; }
.card form, .card .button { margin-top: 1rem; }
.card form .button { margin-top: 0; }
.card .field + .button { margin-top: 1.25rem; }
.card .secondary:hover { background: var(--paper); }
.soft { margin: 0.375rem 0 0; color: var(--color-ink-soft); text-wrap: pretty; }
.center { text-align: center; }
.passkey { margin-top: 0.75rem; }
.passkey .button { margin-top: 0; gap: 0.625rem; }
.passkey .hint { text-align: center; }
.passkey .hint:empty { margin: 0; }
.key { flex: none; width: 1.375rem; height: 1.375rem; }
.qr { display: block; width: 100%; max-width: 15rem; height: auto; margin: 1rem auto; border-radius: 12px; }
.key-text { display: block; text-wrap: balance; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.25rem 2rem; margin: 1rem 0 0; padding-left: 1.75rem; }
code { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 0.9375rem; }
.passkeys { margin: 1rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.passkeys li { border-bottom: 1px solid var(--line); }
.passkeys a {
  display: grid; grid-template-columns: 1fr auto; align-items: center; column-gap: 0.75rem; min-height: 2.75rem; padding: 0.75rem 0; color: inherit;
  text-decoration: none;
}
.passkeys .name { font-weight: 540; }
.passkeys .hint { grid-column: 1; margin: 0.125rem 0 0; }
.passkeys .change { grid-area: 1 / 2 / 3; color: var(--pink-deep); text-decoration: underline; text-underline-offset: 3px; text-decoration-thickness: 1px; }
.button {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3.5rem; padding: 0.5rem 1rem;
  border: 1.5px solid transparent; border-radius: 16px; font: inherit; font-weight: 620;
  text-align: center; text-decoration: none; cursor: pointer;
}
.primary { margin-top: 1.5rem; background: var(--pink-deep); color: var(--on-pink); }
.danger { margin-top: 0.75rem; border-color: var(--over-text); background: transparent; color: var(--over-text); }
.secondary { margin-top: 0.75rem; border-color: var(--ink); background: transparent; color: var(--ink); }
.button:hover { filter: brightness(0.94); }
.secondary:hover, .danger:hover { filter: none; background: var(--card); }
@media (prefers-color-scheme: dark) { .primary:hover { filter: brightness(1.08); } }
.more { margin: 1.75rem 0 0; color: var(--color-ink-soft); text-align: center; }
.more + .secondary { margin-top: 0.625rem; }
[hidden] { display: none !important; }
.small { font-size: 0.875rem; }
/* Its target reaches beyond its line, without pushing the lines apart. */
.more a { padding: 0.875rem 0; }
a { color: var(--pink-deep); text-underline-offset: 3px; text-decoration-thickness: 1px; }
:focus-visible { outline: 2.5px solid var(--pink-deep); outline-offset: 3px; }
@media print { .button, .notice, .pig { display: none; } }
@media (forced-colors: active) { .button, input { border-color: currentColor; } }
`;
