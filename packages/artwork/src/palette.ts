/** The light values of the color tokens, for drawings without a style sheet. A test of the web app compares them with `tokens.css`. */
export const LIGHT_PALETTE: Readonly<Record<string, string>> = {
  '--color-paper': '#faf4ea',
  '--color-card': '#fffcf6',
  '--color-ink': '#2b1d17',
  '--color-ink-soft': '#6a584d',
  '--color-line': '#e8dbc9',
  '--color-line-strong': '#8e8378',
  '--color-pink': '#f4b6bf',
  '--color-pink-deep': '#a92f55',
  '--color-under': '#2e9e6b',
  '--color-over': '#7a1212',
  '--color-untracked': '#d5eadd',
  '--color-future': '#fffdf8',
  '--color-gold': '#f3c34b',
  '--color-gold-deep': '#8a5a0b',
  '--color-gold-text': '#8a5a0b',
  '--pig': '#f3afba',
  '--pig-soft': '#f8c9d0',
  '--pig-light': '#fbdde1',
  '--pig-deep': '#7e2e45',
  '--pig-tail': '#7e2e45',
  '--pig-eye': '#2b1d17',
  '--pig-shadow': '#e6d6c0',
  '--blush': '#ee8fa0',
};

/** Replaces custom properties in a text, such as an SVG attribute, by their light colors. Throws for an unknown one. */
export function withLightColors(text: string): string {
  return text.replaceAll(/var\((--[\w-]+)\)/g, (_, token: string) => {
    const value = LIGHT_PALETTE[token];
    if (value === undefined) throw new Error(`The palette has no ${token}`);
    return value;
  });
}
