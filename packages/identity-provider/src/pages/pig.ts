import { type Html, html } from './html.ts';

/** How the pig looks: eager (log in), pleased (sign up), asleep (nothing to do here), worried (something went wrong). */
export type PigMood = 'content' | 'proud' | 'asleep' | 'worried';

const EYES: Record<PigMood, Html> = {
  content: html`<circle cx="112" cy="56" r="3.6" fill="var(--pig-eye)" />`,
  proud: html`<path
    d="M106 57q6-7 12 0"
    stroke="var(--pig-eye)"
    stroke-width="3.2"
    fill="none"
    stroke-linecap="round"
  />`,
  worried: html`<circle cx="112" cy="57" r="3.6" fill="var(--pig-eye)" /><path
      d="M105 49l11-3"
      stroke="var(--pig-eye)"
      stroke-width="2.6"
      stroke-linecap="round"
    />`,
  asleep: html`<path
    d="M106 57q6 4 12 0"
    stroke="var(--pig-eye)"
    stroke-width="3"
    fill="none"
    stroke-linecap="round"
  />`,
};

const COIN = html`<circle
    cx="83"
    cy="16"
    r="13"
    fill="var(--gold)"
    stroke="var(--gold-deep)"
    stroke-width="3.4"
  /><path
    d="M83 9.5v13m3.8-10.2c-1-1.6-7-2.2-7 .9 0 3 7.2 1.5 7.2 4.7 0 3.2-6.6 2.7-7.6.7"
    stroke="var(--gold-deep)"
    stroke-width="2.2"
    fill="none"
    stroke-linecap="round"
  />`;

const SNORE = html`<g
  fill="none"
  stroke="var(--ink-soft)"
  stroke-width="2.6"
  stroke-linecap="round"
  stroke-linejoin="round"
>
  <path d="M146 20h9l-9 10h9" />
  <path d="M163 4h7l-7 8h7" />
</g>`;

/** The pig as SVG in the colours of the page. It decorates: screen readers pass over it. */
export function pig(mood: PigMood): Html {
  return html`<svg class="pig" viewBox="0 0 176 140" aria-hidden="true" focusable="false">
    <ellipse cx="84" cy="131" rx="58" ry="5" fill="var(--shadow)" />
    <g stroke="var(--pig-deep)" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M25 74c-9-1-15-7-13-13 2-5 9-4 8 1-1 4-6 3-6 0" fill="none" stroke="var(--pig-tail)" />
      <path
        d="M47 104v20a5 5 0 0 0 5 5h9a5 5 0 0 0 5-5v-12M98 112v12a5 5 0 0 0 5 5h9a5 5 0 0 0 5-5v-22"
        fill="var(--pig)"
      />
      <path
        d="M24 76c0-28 26-46 58-46 14 0 26 3 36 9 6-7 14-11 22-11-3 8-4 15-3 21 6 6 9 12 11 19h8c4 0 7 3 7 7v15c0 4-3 7-7 7h-11c-10 14-31 22-57 22-38 0-64-17-64-43z"
        fill="var(--pig)"
      />
      <path d="M118 39c-6 4-9 9-10 15 8-1 14-3 18-8" fill="var(--pig-soft)" stroke-width="3.4" />
    </g>
    <path
      d="M36 66c5-16 20-25 38-26"
      fill="none"
      stroke="var(--pig-light)"
      stroke-width="6"
      stroke-linecap="round"
    />
    <path d="M66 35q17-6 34 0" stroke="var(--pig-deep)" stroke-width="6" fill="none" stroke-linecap="round" />
    <g transform="translate(0 6)">${EYES[mood]}</g>
    <rect
      x="144"
      y="68"
      width="20"
      height="29"
      rx="8"
      fill="var(--pig-soft)"
      stroke="var(--pig-deep)"
      stroke-width="4"
    />
    <circle cx="151.5" cy="78" r="2.2" fill="var(--pig-deep)" />
    <circle cx="151.5" cy="87" r="2.2" fill="var(--pig-deep)" />
    <path
      d="${mood === 'worried' ? 'M120 96q8-6 15 0' : 'M120 92q8 7 16 1'}"
      fill="none"
      stroke="var(--pig-deep)"
      stroke-width="3.6"
      stroke-linecap="round"
    />
    <ellipse cx="103" cy="80" rx="8" ry="5" fill="var(--blush)" />
    ${(mood === 'content' || mood === 'proud') && COIN} ${mood === 'asleep' && SNORE}
  </svg>`;
}
