/**
 * The light values of the app's tokens (`tokens.css` of the browser app, whose test holds these against it) for what is drawn where there
 * is no style sheet.
 */
export const LIGHT_PALETTE: Readonly<Record<string, string>> = {
  '--color-paper': '#faf4ea',
  '--color-card': '#fffcf6',
  '--color-ink': '#2b1d17',
  '--color-ink-soft': '#6a584d',
  '--color-line': '#e8dbc9',
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

/** A text, such as an attribute of a drawing, with the light colours that its custom properties stand for. Throws for an unknown one. */
export function withLightColors(text: string): string {
  return text.replaceAll(/var\((--[\w-]+)\)/g, (_, token: string) => {
    const value = LIGHT_PALETTE[token];
    if (value === undefined) throw new Error(`The palette has no ${token}`);
    return value;
  });
}
