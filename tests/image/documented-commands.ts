import { readFile } from 'node:fs/promises';

/** The code blocks of a paragraph of docs/operations.md, "Docker", which begins with these words in bold. */
export async function documentedCommands(paragraph: string): Promise<string[]> {
  const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const section = /^## Docker\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  const found = section.split(/^(?=\*\*)/m).find((part) => part.startsWith(`**${paragraph}.**`));
  const blocks = [...(found ?? '').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands = '']) => commands);
  if (blocks.length === 0) throw new Error(`docs/operations.md has no commands for ${paragraph}`);
  return blocks;
}

/** The commands at the start of compose.postgresql.yaml. */
export async function secretCommands(): Promise<string> {
  const text = await readFile(new URL('../../compose.postgresql.yaml', import.meta.url), 'utf8');
  return [...text.matchAll(/^# {3}(.*)$/gm)].map(([, command]) => command).join('\n');
}
