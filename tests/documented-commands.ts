import { readFile } from 'node:fs/promises';

/**
 * The code blocks of a section of a document: of its paragraph that begins with these words in bold, or of its beginning.
 */
export async function documentedCommands(
  document: 'install' | 'run' | 'restore',
  section: string,
  paragraph?: string,
): Promise<string[]> {
  const text = await readFile(new URL(`../docs/${document}.md`, import.meta.url), 'utf8');
  const body = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const parts = body.split(/^(?=\*\*)/m);
  const found =
    paragraph === undefined ? parts[0] : parts.find((part) => part.startsWith(`**${paragraph}.**`));
  const blocks = [...(found ?? '').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands = '']) => commands);
  if (blocks.length === 0) {
    throw new Error(`docs/${document}.md has no commands for ${paragraph ?? section}`);
  }
  return blocks;
}

/** The commands at the start of compose.postgresql.yaml. */
export async function secretCommands(): Promise<string> {
  const text = await readFile(new URL('../compose.postgresql.yaml', import.meta.url), 'utf8');
  return [...text.matchAll(/^# {3}(.*)$/gm)].map(([, command]) => command).join('\n');
}
