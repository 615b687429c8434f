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
 * Returns a `case` of a shell: for each command its words, one a line, and the names that the gateway knows.
 *
 * @param apiWords   command that prints the words of `api`, which depend on the words before
 * @param deedWords  command that prints names for the commands that call a gateway
 */
function casesOf(
  commands: readonly DescribedCommand[],
  { apiWords, deedWords }: { readonly apiWords: string; readonly deedWords: string },
): readonly string[] {
  return commands.map((command) => {
    const path = command.path.join(' ');
    if (path === 'api') return `    'api') words="$(${apiWords})" ;;`;
    const words = [...command.subcommands.map(({ term }) => term), ...optionWords(command)];
    const names = callsGateway(command) ? ` names="$(${deedWords})"` : '';
    return `    '${path}') words=$'${words.join('\\n')}'${names} ;;`;
  });
}

/** True for a command whose operands and options are names that a gateway knows. */
function callsGateway({ path, options }: DescribedCommand): boolean {
  return path.length === 1 && options.some(({ term }) => term.startsWith('--gateway'));
}

/** Returns a loop that collects the words of the line that name a command. */
function pathLoop(commands: readonly DescribedCommand[], words: string): readonly string[] {
  const known = commands.filter(({ path }) => path.length > 0).map(({ path }) => path.join(' '));
  return [
    "  local word path='' words='' names=''",
    `  for word in ${words}; do`,
    '    case "${path:+$path }$word" in',
    `      ${known.map((path) => `'${path}'`).join('|')}) path="\${path:+$path }$word" ;;`,
    '    esac',
    '  done',
  ];
}

function bashCompletion(name: string, commands: readonly DescribedCommand[]): string {
  const complete = `${name} api complete`;
  return [
    `# bash completion of ${name}`,
    `_${name}() {`,
    ...pathLoop(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
    '  case "$path" in',
    ...casesOf(commands, {
      apiWords: `${complete} "\${COMP_WORDS[@]:2:COMP_CWORD-2}" 2>/dev/null`,
      deedWords: `${complete} deed "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null`,
    }),
    '  esac',
    // Names come from devices and guests: nothing in them may be expanded.
    '  local choice current="${COMP_WORDS[COMP_CWORD]}" quoted',
    '  COMPREPLY=()',
    '  while IFS= read -r choice; do',
    '    printf -v quoted %q "$choice"',
    '    if [[ -n "$choice" && ( "$choice" == "$current"* || "$quoted" == "$current"* ) ]]; then COMPREPLY+=("$quoted"); fi',
    '  done <<<"$words"$\'\\n\'"$names"',
    '}',
    `complete -o default -F _${name} ${name}`,
    '',
  ].join('\n');
}

function zshCompletion(name: string, commands: readonly DescribedCommand[]): string {
  const complete = `${name} api complete`;
  return [
    `#compdef ${name}`,
    `_${name}() {`,
    ...pathLoop(commands, '"${(@)words[2,CURRENT-1]}"').map((line) =>
      line.replace("path='' words=''", "line='' choices=''").replaceAll('path', 'line'),
    ),
    '  case "$line" in',
    ...casesOf(commands, {
      apiWords: `${complete} "\${(@)words[3,CURRENT-1]}" 2>/dev/null`,
      deedWords: `${complete} deed "\${(@)words[2,CURRENT-1]}" 2>/dev/null`,
    }).map((line) => line.replace('words=', 'choices=')),
    '  esac',
    '  compadd -- ${(f)choices} ${(f)names}',
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
    const live = `${complete} -f -a '(${name} api complete deed (commandline -opc | tail -n +2) 2>/dev/null)'`;
    return [
      ...(callsGateway(command) ? [live] : []),
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
