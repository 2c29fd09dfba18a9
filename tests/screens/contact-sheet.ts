export interface Shot {
  name: string;
  width: number;
  colorScheme: string;
  file: string;
}

export function contactSheet(shots: readonly Shot[]): string {
  const names = [...new Set(shots.map(({ name }) => name))];
  const rows = names.map((name) => {
    const figures = shots
      .filter((shot) => shot.name === name)
      .map(
        ({ file, width, colorScheme }) =>
          `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${name}, ${width}px, ${colorScheme}"></a>` +
          `<figcaption>${width}px, ${colorScheme}</figcaption></figure>`,
      );
    return `<section id="${name}"><h2>${name}</h2><div>${figures.join('')}</div></section>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
  body { font: 14px/1.5 system-ui; margin: 24px; background: #888; }
  section > div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; }
  figure { margin: 0; flex: none; }
  img { display: block; height: 620px; object-fit: contain; object-position: top; background: #fff; }
</style>
<h1>Screens</h1>
${rows.join('\n')}
</html>
`;
}
