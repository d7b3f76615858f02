import { Argument, type Command } from 'commander';
import type { Cli } from '../service.js';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** What can follow the words of a command. */
interface Place {
  /** The command's words, each behind a space: ` user create`. */
  at: string;
  commands: readonly Word[];
  options: readonly Word[];
  /** The next word may be anything, a file for example. */
  free: boolean;
}

interface Word {
  word: string;
  about: string;
}

export function addCompletionCommand(program: Command, cli: Cli): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'whose completion').choices(shells))
    .description('writes what the shell needs to complete commands and options')
    .addHelpText(
      'after',
      `
Examples:
  $ agency completion bash > /etc/bash_completion.d/agency
  $ agency completion zsh > /usr/local/share/zsh/site-functions/_agency
  $ agency completion fish > ~/.config/fish/completions/agency.fish`,
    )
    .action(async (shell: Shell) => {
      await cli.terminal.write(writers[shell](placesOf(program)));
    });
}

function placesOf(command: Command, at = ''): Place[] {
  const { commands, options, registeredArguments } = command;
  const place: Place = {
    at,
    commands: commands.map((sub) => ({ word: sub.name(), about: sub.description() })),
    options: [
      ...options.map(({ long, description }) => ({ word: long ?? '', about: description })),
      { word: '--help', about: 'how to use it' },
    ],
    free: registeredArguments.length > 0,
  };
  const choices = registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const chosen = choices.map((word) => ({ word, about: '' }));
  return [
    { ...place, commands: [...place.commands, ...chosen] },
    ...commands.flatMap((sub) => placesOf(sub, `${at} ${sub.name()}`)),
  ];
}

/** Inside single quotes, in any of the shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The names of the commands, as patterns of a case. */
const paths = (places: readonly Place[]): string =>
  places
    .filter(({ at }) => at !== '')
    .map(({ at }) => quoted(at))
    .join('|');

const writers: Record<Shell, (places: readonly Place[]) => string> = {
  bash: (places) => `# bash completion of agency
_agency() {
  local current=\${COMP_WORDS[COMP_CWORD]} at= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in ${paths(places)}) at="$at $word" ;; esac
  done
  case "$at" in
${places.map(({ at, commands, options }) => `    ${quoted(at)}) words=${quoted([...commands, ...options].map(({ word }) => word).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _agency agency
`,
  zsh: (places) => `#compdef agency
_agency() {
  local at= word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in (${paths(places)}) at="$at $word" ;; esac
  done
  case "$at" in
${places.map(({ at, commands, options, free }) => `    (${quoted(at)}) found=(${[...commands, ...options].map(({ word, about }) => quoted(`${word}:${about.replaceAll(':', '\\:')}`)).join(' ')})${free ? '; _files' : ''} ;;`).join('\n')}
  esac
  _describe agency found
}
if [ "$funcstack[1]" = _agency ]; then _agency "$@"; else compdef _agency agency; fi
`,
  fish: (places) => `# fish completion of agency
function __agency_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${paths(places).replaceAll('|', ' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${places
  .flatMap(({ at, commands, options, free }) => {
    const condition = `complete -c agency -n ${quoted(`__agency_at ${quoted(at)}`)}`;
    return [
      ...(free ? [] : [`${condition} -f`]),
      ...commands.map(({ word, about }) => `${condition} -a ${word} -d ${quoted(about)}`),
      ...options.map(({ word, about }) => `${condition} -l ${word.slice(2)} -d ${quoted(about)}`),
    ];
  })
  .join('\n')}
`,
};
