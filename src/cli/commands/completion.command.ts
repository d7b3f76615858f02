import { Argument, type Command } from 'commander';
import type { Cli } from '../service.js';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** A command and the words that can follow it. */
interface Place {
  /** The words of the command, each after a space: ` user create`. */
  at: string;
  /** The subcommands of the command, or the values of its arguments. */
  words: readonly Word[];
  options: readonly (Word & { values: readonly string[] })[];
}

interface Word {
  word: string;
  about: string;
}

export function addCompletionCommand(program: Command, cli: Cli): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell for which the script is').choices(shells))
    .description('writes a script that makes a shell complete commands, options, set names and roles')
    .addHelpText(
      'after',
      `
Examples:
  $ eval "$(agency completion bash)"                                      # in ~/.bashrc
  $ eval "$(agency completion zsh)"                                       # in ~/.zshrc
  $ agency completion fish > ~/.config/fish/completions/agency.fish`,
    )
    .action((shell: Shell) => cli.terminal.write(scripts[shell](placesOf(program))));
}

function placesOf(command: Command, at = ''): Place[] {
  const { commands, options, registeredArguments } = command;
  const subcommands = commands.map((sub) => ({ word: sub.name(), about: sub.description() }));
  const values = registeredArguments.flatMap(({ argChoices = [] }) => argChoices.map((word) => ({ word, about: '' })));
  const own = options.map(({ long, description, argChoices = [] }) => ({
    word: long ?? '',
    about: description,
    values: argChoices,
  }));
  const help = { word: '--help', about: 'display help for command', values: [] };
  return [
    { at, words: [...subcommands, ...values], options: [...own, help] },
    ...commands.flatMap((sub) => placesOf(sub, `${at} ${sub.name()}`)),
  ];
}

/** Quotes text in a way that bash, zsh and fish all read. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The names of the commands as patterns of the shell's `case` or `switch`, with the separator `between`. */
const patterns = (places: readonly Place[], between: string): string =>
  places
    .slice(1)
    .map(({ at }) => quoted(at))
    .join(between);

/** The branches of the shell's `case`: one for each command, and one for each option with fixed values. */
function cases(places: readonly Place[]): string {
  return places
    .flatMap(({ at, words, options }) => [
      ...options
        .filter(({ values }) => values.length > 0)
        .map(({ word, values }) => `    ${quoted(`${at} ${word}`)}) echo ${quoted(values.join(' '))} ;;`),
      `    ${quoted(`${at} `)}*) echo ${quoted([...words, ...options].map(({ word }) => word).join(' '))} ;;`,
    ])
    .join('\n');
}

const bash = (places: readonly Place[]): string => `_agency_words() {
  case "$1 $2" in
${cases([...places].reverse())}
  esac
}
_agency() {
  local at= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in ${patterns(places, '|')}) at="$at $word" ;; esac
  done
  COMPREPLY=($(compgen -W "$(_agency_words "$at" "\${COMP_WORDS[COMP_CWORD-1]}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _agency agency
`;

const fish = (places: readonly Place[]): string => `function __agency_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${patterns(places, ' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${places
  .flatMap(({ at, words, options }) => {
    const here = `complete -c agency -n ${quoted(`__agency_at ${quoted(at)}`)}`;
    return [
      ...words.map(({ word, about }) => `${here} -f -a ${word} -d ${quoted(about)}`),
      ...options.map(({ word, about, values }) => {
        const value = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : '';
        return `${here} -l ${word.slice(2)} -d ${quoted(about)}${value}`;
      }),
    ];
  })
  .join('\n')}
`;

const scripts: Record<Shell, (places: readonly Place[]) => string> = {
  bash,
  zsh: (places) => `autoload -U +X bashcompinit && bashcompinit\n${bash(places)}`,
  fish,
};
