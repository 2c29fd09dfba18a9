import { createHash } from 'node:crypto';

/** The style of the Hosted Link pages. All of it: the pages carry no inline style and no script. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: #f7f3ea; --card: #fffdf8; --ink: #22201c; --ink-soft: #5f5850; --line: #e4dccd; --edge: #8a8176;
  --accent: #17505c; --accent-strong: #0f3d47; --on-accent: #ffffff; --tint: #e6efee; --focus: #17505c;
  --warn: #9b1c1c; --warn-tint: #fbeceb; --note: #6b4a06; --note-tint: #fbf0d6; --good: #146c43; --good-tint: #e2f1e8;
  --shadow: 0 1px 0 #e4dccd, 0 24px 48px -32px rgb(60 40 20 / 0.4);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161412; --card: #211e1a; --ink: #f4eee4; --ink-soft: #bdb2a4; --line: #39332c; --edge: #93887b;
    --accent: #8ecdd4; --accent-strong: #aee0e5; --on-accent: #10272b; --tint: #24363a; --focus: #8ecdd4;
    --warn: #ffb0a8; --warn-tint: #3b211f; --note: #f2d08a; --note-tint: #362b14; --good: #86d6a8; --good-tint: #1d3327;
    --shadow: none;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--paper); color: var(--ink);
  font: 400 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  display: flex; flex-direction: column; align-items: center; padding: 0 1rem 2rem;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
h1, .brand { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, serif; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.top { width: 100%; max-width: 30rem; display: flex; align-items: center; justify-content: space-between; gap: 0.75rem; padding: 1rem 0 0.75rem; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font-size: 1.1875rem; font-weight: 600; letter-spacing: -0.01em; }
.brand svg { flex: none; color: var(--accent); }
.top form { margin: 0; }
.card { width: 100%; max-width: 30rem; background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: var(--shadow); padding: 1.5rem; }
.notice { display: flex; gap: 0.6rem; align-items: flex-start; width: 100%; max-width: 30rem; margin: 0 0 0.75rem; padding: 0.6rem 0.9rem; border-radius: 0.75rem; background: var(--note-tint); color: var(--note); font-size: 0.9375rem; line-height: 1.4; }
.notice svg { flex: none; margin-top: 0.1rem; }
.steps { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.375rem; margin: 0 0 0.5rem; padding: 0; list-style: none; }
.steps li { height: 0.25rem; border-radius: 0.25rem; background: var(--line); }
.steps li.done { background: var(--accent); }
.count { margin: 0 0 1rem; color: var(--ink-soft); font-size: 0.875rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.15; font-weight: 600; letter-spacing: -0.02em; text-wrap: balance; }
.lead { margin: 0 0 1.25rem; color: var(--ink-soft); }
.lead strong { color: var(--ink); font-weight: 600; }
.points { list-style: none; margin: 0 0 1.25rem; padding: 0; border-top: 1px solid var(--line); }
.points li { display: grid; grid-template-columns: 1.5rem 1fr; gap: 0.85rem; padding: 0.85rem 0; border-bottom: 1px solid var(--line); }
.points svg { color: var(--accent); margin-top: 0.1rem; }
.points b { display: block; font-weight: 600; }
.points span { color: var(--ink-soft); font-size: 0.9375rem; }
.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3.25rem; padding: 0.6rem 1.25rem; border: 1.5px solid transparent; border-radius: 0.9rem; background: var(--accent); color: var(--on-accent); font: inherit; font-size: 1.0625rem; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--accent-strong); }
.button.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.button.quiet:hover { background: var(--tint); }
.text-button { display: inline-flex; align-items: center; gap: 0.35rem; min-height: 2.75rem; min-width: 2.75rem; padding: 0.25rem 0.75rem; border: 0; border-radius: 0.6rem; background: transparent; color: var(--accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.text-button:hover { background: var(--tint); }
.top .text-button { margin-right: -0.75rem; }
.actions { display: grid; gap: 0.5rem; margin-top: 1.25rem; }
.actions form { margin: 0; }
.actions .text-button { justify-self: center; justify-content: center; }
.field { margin: 0 0 1rem; }
label, .label { display: block; font-weight: 600; margin-bottom: 0.375rem; }
input[type="text"], input[type="password"], input[type="search"] { width: 100%; min-height: 3rem; padding: 0.5rem 0.85rem; border: 1.5px solid var(--edge); border-radius: 0.75rem; background: var(--card); color: var(--ink); font: inherit; }
input[aria-invalid="true"] { border-color: var(--warn); }
.search { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem; margin-bottom: 1rem; align-items: end; }
.search .field { margin: 0; min-width: 0; }
.search .button { width: auto; min-height: 3rem; font-size: 1rem; }
.list { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 1rem; overflow: hidden; }
.list li + li { border-top: 1px solid var(--line); }
.bank { display: grid; grid-template-columns: 2.75rem 1fr 1.25rem; gap: 0.9rem; align-items: center; width: 100%; min-height: 4.25rem; padding: 0.65rem 1rem; border: 0; background: transparent; color: var(--ink); font: inherit; text-align: left; cursor: pointer; }
.bank:hover, .account:hover { background: var(--tint); }
.bank:focus-visible, .account:focus-within { outline: 3px solid var(--focus); outline-offset: -3px; }
.bank b, .account b { display: block; font-weight: 600; }
.bank span, .account span { color: var(--ink-soft); font-size: 0.9375rem; }
.bank > svg:last-child { color: var(--ink-soft); }
.mark { display: block; width: 2.75rem; height: 2.75rem; border-radius: 0.75rem; }
.at { display: flex; align-items: center; gap: 0.9rem; margin: 0 0 1.25rem; padding-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
.at b { display: block; font-weight: 600; }
.at span { color: var(--ink-soft); font-size: 0.9375rem; }
.hint { margin: 0 0 1.25rem; padding: 0.75rem 0.9rem; border-radius: 0.75rem; background: var(--tint); font-size: 0.9375rem; }
.hint code { font: 600 0.9375rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.error { display: flex; gap: 0.6rem; margin: 0 0 1.25rem; padding: 0.75rem 0.9rem; border-radius: 0.75rem; background: var(--warn-tint); color: var(--warn); }
.error svg { flex: none; margin-top: 0.1rem; }
.error b { display: block; font-weight: 600; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 0.5rem; font-weight: 600; }
.account { display: grid; grid-template-columns: 1.5rem 1fr auto; gap: 0.9rem; align-items: center; min-height: 4.25rem; padding: 0.65rem 1rem; margin: 0; font-weight: 400; cursor: pointer; }
.account input { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); cursor: pointer; }
.account .money { color: var(--ink); font-weight: 600; white-space: nowrap; text-align: right; font-size: 1rem; }
.account .money span { display: block; font-weight: 400; font-size: 0.875rem; }
.seal { display: grid; place-items: center; width: 4rem; height: 4rem; margin: 0.25rem 0 1.25rem; border-radius: 50%; background: var(--good-tint); color: var(--good); }
.seal.plain { background: var(--tint); color: var(--accent); }
.foot { width: 100%; max-width: 30rem; margin: 1rem 0 0; color: var(--ink-soft); font-size: 0.875rem; text-align: center; text-wrap: balance; }
@media (min-width: 48rem) {
  .top { padding-top: 8vh; }
  .card { padding: 2.25rem; }
}
@media (max-width: 22rem) {
  body { padding: 0 0.75rem 1.5rem; }
  .card { padding: 1.125rem; }
  .search { grid-template-columns: 1fr; }
  .search .button { width: 100%; }
  .account { grid-template-columns: 1.5rem 1fr; }
  .account .money { grid-column: 2; text-align: left; }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .text-button, .bank, .account { transition: background-color 120ms ease-out; }
}
`;

/** File name of the style, new whenever the style is: browsers may keep it for ever. */
export const stylesheetName = `hosted-link.${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}.css`;
