import { createHash } from 'node:crypto';

const darkTokens = `
    --paper: #161412; --card: #211e1a; --ink: #f4eee4; --ink-soft: #bdb2a4; --line: #39332c; --edge: #93887b;
    --accent: #8ecdd4; --accent-strong: #aee0e5; --on-accent: #10272b; --tint: #24363a; --focus: #8ecdd4;
    --warn: #ffb0a8; --warn-tint: #3b211f; --note: #f2d08a; --note-tint: #362b14; --good: #86d6a8; --good-tint: #1d3327;
    --shadow: none;
`;

/** The pages carry no inline style. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: #f7f3ea; --card: #fffdf8; --ink: #22201c; --ink-soft: #5f5850; --line: #e4dccd; --edge: #8a8176;
  --accent: #17505c; --accent-strong: #0f3d47; --on-accent: #ffffff; --tint: #e6efee; --focus: #17505c;
  --warn: #9b1c1c; --warn-tint: #fbeceb; --note: #6b4a06; --note-tint: #fbf0d6; --good: #146c43; --good-tint: #e2f1e8;
  --shadow: 0 1px 0 #e4dccd, 0 24px 48px -32px rgb(60 40 20 / 0.4);
}
@media (prefers-color-scheme: dark) {
  :root:not([data-appearance="light"]) {${darkTokens}}
}
:root[data-appearance="dark"] { color-scheme: dark;${darkTokens}}
:root[data-appearance="light"] { color-scheme: light; }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--paper); color: var(--ink);
  font: 400 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  display: flex; flex-direction: column; align-items: center; padding: 0 16px 32px;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
h1, .brand { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, serif; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.head { width: 100%; max-width: 30rem; }
.top { display: flex; align-items: center; justify-content: space-between; flex-wrap: wrap; gap: 0 12px; min-height: 72px; padding: 16px 0 12px; }
.brand { display: inline-flex; align-items: center; gap: 10px; font-size: 1.1875rem; font-weight: 600; letter-spacing: -0.01em; }
.brand svg { flex: none; color: var(--accent); }
.card { width: 100%; max-width: 30rem; background: var(--card); border: 1px solid var(--line); border-radius: 20px; box-shadow: var(--shadow); padding: 24px; }
.notice { display: flex; gap: 10px; align-items: flex-start; margin: 0 0 12px; padding: 10px 14px; border-radius: 12px; background: var(--note-tint); color: var(--note); font-size: 0.9375rem; line-height: 1.4; }
.notice svg { flex: none; margin-top: 1.6px; }
.steps { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6px; margin: 0 0 8px; padding: 0; list-style: none; }
.steps li { height: 4px; border-radius: 4px; background: var(--line); }
.steps li.done { background: var(--accent); }
.count { margin: 0 0 16px; color: var(--ink-soft); font-size: 0.875rem; }
h1 { margin: 0 0 8px; font-size: 1.75rem; line-height: 1.15; font-weight: 600; letter-spacing: -0.02em; text-wrap: balance; }
h1:focus { outline: none; }
h1 + .search, h1 + .error { margin-top: 16px; }
.lead { margin: 0 0 20px; color: var(--ink-soft); text-wrap: pretty; }
.lead:last-child { margin-bottom: 0; }
.lead strong { color: var(--ink); font-weight: 600; }
.points { list-style: none; margin: 0 0 20px; padding: 0; border-top: 1px solid var(--line); }
.points li { display: grid; grid-template-columns: 24px minmax(0, 1fr); gap: 14px; padding: 14px 0; border-bottom: 1px solid var(--line); }
.points svg { color: var(--accent); margin-top: 1.6px; }
.points b { display: block; font-weight: 600; }
.points span { color: var(--ink-soft); font-size: 0.9375rem; }
.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px; padding: 10px 20px; border: 1.5px solid transparent; border-radius: 14px; background: var(--accent); color: var(--on-accent); font: inherit; font-size: 1.0625rem; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--accent-strong); }
.button.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.button.quiet:hover { background: var(--tint); }
.text-button { display: inline-flex; align-items: center; gap: 5.6px; min-height: 44px; min-width: 44px; padding: 4px 12px; border: 0; border-radius: 10px; background: transparent; color: var(--accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.text-button:hover { background: var(--tint); }
.top .text-button { padding-inline: 12px; }
.top form { margin-right: -12px; }
.actions { display: grid; gap: 8px; margin-top: 20px; }
.actions form { margin: 0; }
.actions .text-button { justify-self: center; justify-content: center; }
.field { margin: 0 0 16px; }
label, .label { display: block; font-weight: 600; margin-bottom: 6px; }
input[type="text"], input[type="password"], input[type="search"] { width: 100%; min-height: 48px; padding: 8px 14px; border: 1.5px solid var(--edge); border-radius: 12px; background: var(--card); color: var(--ink); font: inherit; }
input[aria-invalid="true"] { border-color: var(--warn); }
.search { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 16px; align-items: end; }
.search .field { flex: 1 1 10rem; margin: 0; min-width: 0; }
.search .button { flex: 0 1 auto; width: auto; min-height: 48px; font-size: 1rem; }
.list { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 16px; overflow: hidden; }
.list li + li { border-top: 1px solid var(--line); }
.bank { display: grid; grid-template-columns: 44px minmax(0, 1fr) 20px; gap: 14px; align-items: center; width: 100%; min-height: 68px; padding: 10px 16px; border: 0; background: transparent; color: var(--ink); font: inherit; text-align: left; cursor: pointer; }
.bank:hover, .account:hover { background: var(--tint); }
.bank:focus-visible, .account:focus-within { outline: 3px solid var(--focus); outline-offset: -3px; }
.bank b, .account b { display: block; color: var(--ink); font-weight: 600; line-height: 1.35; }
.bank span, .account span { color: var(--ink-soft); font-size: 0.9375rem; }
.bank > svg:last-child { color: var(--ink-soft); }
.mark { display: block; flex: none; width: 44px; height: 44px; border-radius: 12px; }
.at { display: flex; align-items: center; gap: 14px; margin: 0 0 20px; padding-bottom: 20px; border-bottom: 1px solid var(--line); }
.at > div { min-width: 0; }
.at b { display: block; font-weight: 600; line-height: 1.35; }
.at span { color: var(--ink-soft); font-size: 0.9375rem; }
.hint { margin: 0 0 20px; padding: 12px 14px; border-radius: 12px; background: var(--tint); font-size: 0.9375rem; }
.hint code { font: 600 0.9375rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.error { display: flex; gap: 10px; margin: 0 0 20px; padding: 12px 14px; border-radius: 12px; background: var(--warn-tint); color: var(--warn); }
.error svg { flex: none; margin-top: 1.6px; }
.error b { display: block; font-weight: 600; }
.error > div, .notice > span { min-width: 0; }
.no-answer { margin-bottom: 24px; }
.no-answer .error { margin-bottom: 12px; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 12px; color: var(--ink-soft); }
legend.label { color: var(--ink); }
fieldset + fieldset { margin-top: 24px; }
fieldset[aria-invalid="true"] .list { border-color: var(--warn); }
.mask { white-space: nowrap; }
.account { display: flex; gap: 14px; align-items: center; min-height: 68px; padding: 10px 16px; margin: 0; font-weight: 400; cursor: pointer; }
.account input:focus-visible { outline: none; }
.account .what { display: flex; flex: 1 1 0; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 2px 12px; min-width: 0; }
.account .who { flex: 1 1 7.5rem; min-width: 0; }
.account input { flex: none; width: 24px; height: 24px; margin: 0; accent-color: var(--accent); cursor: pointer; }
.account .money { margin-left: auto; color: var(--ink); font-weight: 600; font-size: 1rem; text-align: right; }
.account .money span { display: block; font-weight: 400; font-size: 0.875rem; }
.seal { display: grid; place-items: center; width: 64px; height: 64px; margin: 4px 0 20px; border-radius: 50%; background: var(--good-tint); color: var(--good); }
.seal.plain { background: var(--tint); color: var(--accent); }
.foot { width: 100%; max-width: 30rem; margin: 16px 0 0; color: var(--ink-soft); font-size: 0.875rem; text-align: center; text-wrap: balance; }
@media (min-width: 48em) {
  .top { padding-top: 8vh; }
  .card { padding: 36px; }
}
/* Inside the frame the page is the panel. */
.framed { background: var(--card); padding: 0; }
.framed .head { max-width: none; padding: 0 24px; }
.framed .top { min-height: 60px; padding: 10px 0 8px; }
.framed .card { max-width: none; flex: 1 0 auto; border: 0; border-radius: 0; box-shadow: none; padding: 8px 24px 20px; }
.framed .at { margin-bottom: 16px; padding-bottom: 14px; }
.framed .notice { margin-bottom: 8px; padding-block: 8px; }
.framed .count { margin-bottom: 14px; }
.framed .foot { max-width: none; padding: 14px 24px 16px; margin: 0; border-top: 1px solid var(--line); }
.bank-site { --accent: #2c6e63; --accent-strong: #1f544b; --on-accent: #ffffff; --focus: #2c6e63; padding-top: 0; }
.masthead { align-self: stretch; margin: 0 -16px 24px; padding: 16px; background: #2c6e63; color: #ffffff; }
.masthead div { display: flex; align-items: center; gap: 14px; max-width: 30rem; margin: 0 auto; font-size: 1.125rem; font-weight: 600; }
.masthead .mark { border-radius: 50%; border: 2px solid #ffffff; }
.bank-site .card { border-radius: 4px; box-shadow: none; }
.bank-site .button { border-radius: 4px; }
.bank-site input { border-radius: 4px; }
.bank-site .notice, .bank-site .hint, .bank-site .error { border-radius: 4px; }
@media (prefers-color-scheme: dark) {
  .bank-site { --accent: #83d0c1; --accent-strong: #a5e2d6; --on-accent: #0f2b26; --focus: #83d0c1; }
  .masthead { background: #1b4039; }
}
@media (min-width: 48em) { .framed .top { padding-top: 10px; } .framed .card { padding: 8px 24px 20px; } }
/* In em: it follows larger text settings. */
@media (max-width: 23em) {
  body { padding: 0 12px 24px; }
  .masthead { margin-inline: -12px; }
  .card { padding: 20px 16px; }
  .bank, .account { padding-inline: 12px; gap: 12px; }
  .bank { grid-template-columns: 44px minmax(0, 1fr); }
  .bank > svg:last-child { display: none; }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .text-button, .bank, .account { transition: background-color 120ms ease-out; }
}
`;

/** Changes with the content, so browsers may cache it forever. */
export const stylesheetName = `hosted-link.${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}.css`;
