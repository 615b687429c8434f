import type { Command } from 'commander';
import { describeCommands, optionWords, type DescribedCommand } from './commands.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Writes the completion of the command line for a shell. */
export function completionOf(program: Command, shell: Shell): string {
  const commands = describeCommands(program);
  return { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell](
    program.name(),
    commands,
  );
}

/**
 * Returns a `case` of a shell: for each command its words, one a line.
 *
 * @param apiWords  command that prints the words of `api`, which depend on the words before
 */
function casesOf(commands: readonly DescribedCommand[], apiWords: string): readonly string[] {
  return commands.map((command) => {
    if (command.path.join(' ') === 'api') return `    'api') words="$(${apiWords})" ;;`;
    const words = [...command.subcommands.map(({ term }) => term), ...optionWords(command)];
    return `    '${command.path.join(' ')}') words='${words.join(' ')}' ;;`;
  });
}

/** Returns a loop that collects the words of the line that name a command. */
function pathLoop(commands: readonly DescribedCommand[], words: string): readonly string[] {
  const known = commands.filter(({ path }) => path.length > 0).map(({ path }) => path.join(' '));
  return [
    "  local word path='' words=''",
    `  for word in ${words}; do`,
    '    case "${path:+$path }$word" in',
    `      ${known.map((path) => `'${path}'`).join('|')}) path="\${path:+$path }$word" ;;`,
    '    esac',
    '  done',
  ];
}

function bashCompletion(name: string, commands: readonly DescribedCommand[]): string {
  return [
    `# bash completion of ${name}`,
    `_${name}() {`,
    ...pathLoop(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
    '  case "$path" in',
    ...casesOf(commands, `${name} api complete "\${COMP_WORDS[@]:2:COMP_CWORD-2}" 2>/dev/null`),
    '  esac',
    '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")',
    '}',
    `complete -o default -F _${name} ${name}`,
    '',
  ].join('\n');
}

function zshCompletion(name: string, commands: readonly DescribedCommand[]): string {
  return [
    `#compdef ${name}`,
    `_${name}() {`,
    ...pathLoop(commands, '"${(@)words[2,CURRENT-1]}"').map((line) =>
      line.replace("path='' words=''", "line='' choices=''").replaceAll('path', 'line'),
    ),
    '  case "$line" in',
    ...casesOf(commands, `${name} api complete "\${(@)words[3,CURRENT-1]}" 2>/dev/null`).map(
      (line) => line.replace('words=', 'choices='),
    ),
    '  esac',
    '  compadd -- ${=choices}',
    '  _files',
    '}',
    `_${name} "$@"`,
    '',
  ].join('\n');
}

function fishCompletion(name: string, commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const top = command.subcommands.map(({ term }) => term).join(' ');
    const condition =
      command.path.length === 0
        ? `not __fish_seen_subcommand_from ${top}`
        : command.path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const complete = `complete -c ${name} -n ${quote(condition)}`;
    if (command.path.join(' ') === 'api')
      return [
        `${complete} -f -a '(${name} api complete (commandline -opc | tail -n +3) 2>/dev/null)'`,
      ];
    return [
      ...command.subcommands.map(
        ({ term, description }) => `${complete} -f -a ${term} -d ${quote(description)}`,
      ),
      ...command.options.flatMap(({ term, description }) => {
        const long = /--([\w-]+)/.exec(term)?.[1];
        const takes = term.includes('<') ? ' -r' : '';
        return long === undefined
          ? []
          : [`${complete} -l ${long}${takes} -d ${quote(description)}`];
      }),
    ];
  });
  return `# fish completion of ${name}\n${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
