// What docs/settings.md and .env.example say: they are written from the table of settings.
import { format } from 'prettier';
import { secretNames, settings } from '../apps/server/src/start/settings.ts';

const entries = Object.entries(settings);
const groups = [...new Set(entries.map(([, { group }]) => group))].map(
  (group) => [group, entries.filter(([, setting]) => setting.group === group)] as const,
);

const AND = new Intl.ListFormat('en');

const PAGE_START = `# Settings

Settings are environment variables.
All are optional: \`npm start\` needs none.
An empty value counts as not set.
A wrong value stops the start with one sentence.
Type \`export NAME=value\` before \`npm start\`, and in every other terminal where you type \`npm run admin\`.

${AND.format(secretNames.map((name) => `\`${name}\``))} can be in files instead.
Name the file in a variable with \`_FILE\` at the end, such as \`PLAID_SECRET_FILE=/run/secrets/plaid\`.

[.env.example](../.env.example) lists all settings, to copy.
\`npm run docs:settings\` writes it and this page.
`;

const EXAMPLE_START = `# Settings of Oinkly. All are optional: \`npm start\` needs none. See docs/settings.md.
# Docker Compose reads a file .env beside the compose file. Otherwise Oinkly does not read one by itself.
# To use one, copy this file to .env, remove the # before what you set, and start with:
#   set -a; . ./.env; set +a; npm start
# An empty value counts as not set.
# The shell reads the file, so put values with special characters in single quotes.
# Secrets can be in files instead, such as PLAID_SECRET_FILE=/run/secrets/plaid:
# ${AND.format(secretNames)}.
`;

/** The content of docs/settings.md. */
export function settingsPage(): Promise<string> {
  const sections = groups.map(([group, rows]) => {
    const lines = rows.map(([name, { about, unset, see }]) => {
      const more = see === undefined ? '' : ` [More](${see})`;
      return `| \`${name}\` | ${about}${more} | ${unset} |`;
    });
    return `## ${group}\n\n| variable | what it does | when it is not set |\n|-|-|-|\n${lines.join('\n')}\n`;
  });
  return format([PAGE_START, ...sections].join('\n'), { parser: 'markdown', singleQuote: true });
}

/** The content of .env.example. */
export function exampleFile(): string {
  const blocks = groups.flatMap(([, rows]) =>
    rows.map(([name, { about, unset, see, example }]) => {
      const more = see === undefined ? [] : [`See docs/${see}.`];
      const said = [...sentencesOf(about), `Not set: ${unset}.`, ...more];
      return `${said.map((line) => `# ${line.replaceAll('`', '')}\n`).join('')}#${name}=${example}\n`;
    }),
  );
  return [EXAMPLE_START, ...blocks].join('\n');
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) /);
}
