import { Command, type CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { UsageError } from './admin-error.ts';

const INTRODUCTION = `npm run admin -- <command>

Run it with the same environment variables as the server. The server may be running or stopped.
`;
const EXIT_CODES = 'Exit codes: 0 done, 1 failed, 2 wrong command.';
const DESCRIPTION_INDENT = ' '.repeat(31);

/** Returns the program of these commands. It throws a `UsageError` for a wrong command. */
export function adminProgram(commands: readonly CommandUnknownOpts[]): Command {
  const program = new Command().helpCommand('help', 'shows this help');
  for (const command of commands) program.addCommand(command);
  for (const command of [program, ...commands]) {
    command
      .configureHelp({
        formatHelp: (_command, helper) =>
          [INTRODUCTION, ...helper.visibleCommands(program).map(helpOf), '', `${EXIT_CODES}\n`].join('\n'),
      })
      .configureOutput({ writeErr: () => undefined })
      .exitOverride((error) => {
        if (error.exitCode !== 0) throw new UsageError(explain(error, command, commands), { cause: error });
      });
  }
  return program;
}

/** Options don't take values, so they may stand before the command. */
export function optionsLast(words: readonly string[]): string[] {
  return words.toSorted((a, b) => Number(a.startsWith('-')) - Number(b.startsWith('-')));
}

function helpOf(command: CommandUnknownOpts): string {
  const words = command.registeredArguments.map((one) =>
    one.required ? `<${one.name()}>` : `[${one.name()}]`,
  );
  const options = command.options.map(({ long }) => `[${long ?? ''}]`);
  const usage = `  ${[command.name(), ...words, ...options].join(' ')}`;
  const explained = command.options.filter(({ description }) => description !== '');
  const lines = [
    command.description(),
    ...explained.map(({ long, description }) => `${long ?? ''} ${description}`),
  ];
  const gap =
    usage.length < DESCRIPTION_INDENT.length
      ? ' '.repeat(DESCRIPTION_INDENT.length - usage.length)
      : `\n${DESCRIPTION_INDENT}`;
  return `${usage}${gap}${lines.join(`;\n${DESCRIPTION_INDENT}`)}`;
}

function explain(
  { code, message }: CommanderError,
  command: CommandUnknownOpts,
  commands: readonly CommandUnknownOpts[],
): string {
  const { args, registeredArguments } = command;
  switch (code) {
    case 'commander.help':
    case 'commander.unknownCommand':
      // `help` also names a command.
      return args.length === 0
        ? 'Give a command.'
        : `There is no command '${args.at(args[0] === 'help' ? 1 : 0) ?? ''}'.`;
    case 'commander.missingArgument':
      return registeredArguments[0]?.description ?? message;
    case 'commander.excessArguments':
      return `${command.name()} doesn't take '${args.slice(registeredArguments.length).join(' ')}'.`;
    case 'commander.unknownOption':
      return explainOption(args.find((word) => word.startsWith('-')) ?? '', commands);
    default:
      return message;
  }
}

function explainOption(option: string, commands: readonly CommandUnknownOpts[]): string {
  const owners = commands.filter(({ options }) => options.some(({ long }) => long === option));
  if (owners.length === 0) return `There is no option '${option}'.`;
  return `${option} only works with ${owners.map((owner) => owner.name()).join(' and ')}.`;
}
