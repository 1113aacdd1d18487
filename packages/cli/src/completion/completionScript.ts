import type { Command, Flag } from '../program/command.ts'

/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** A shell that has a completion script. */
export type CompletionShell = (typeof SHELLS)[number]

const GLOBAL_FLAGS = ['--json', '--profile', '--host', '--no-color', '--help']

/** Returns the script that completes every command, its flags and their values. The script starts no process. */
export function completionScript(shell: CompletionShell, commands: readonly Command[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands)
    case 'zsh':
      // zsh runs the functions of bash completion scripts.
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`
    case 'fish':
      return fishScript(commands)
    default:
      return shell satisfies never
  }
}

function bashScript(commands: readonly Command[]): string {
  return `_secure_payment() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      -*) ;;
      *) path="\${path:+$path }\${COMP_WORDS[at]}" ;;
    esac
  done
  case "$path" in
${[...groupsOf(commands)].map(([group, words]) => `    ${quote(group)}) words=${quote(words.join(' '))} ;;`).join('\n')}
${commands.map((command) => bashCase(command)).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _secure_payment secure-payment
`
}

function bashCase({ path, args, flags }: Command): string {
  const values = flags.flatMap((flag) =>
    choicesOf(flag).length === 0
      ? []
      : [`        ${quote(`--${flag.name}`)}) words=${quote(choicesOf(flag).join(' '))} ;;`],
  )
  const words = [...(args[0]?.choices ?? []), ...flagNames(flags)]
  return `    ${quote(path)}|${quote(`${path} `)}*)
      case "$before" in
${[...values, `        *) words=${quote(words.join(' '))} ;;`].join('\n')}
      esac ;;`
}

function fishScript(commands: readonly Command[]): string {
  const lines = ['complete -c secure-payment -f']
  for (const [group, words] of groupsOf(commands)) {
    const condition = group === '' ? '__fish_use_subcommand' : within(group, words)
    for (const word of words.filter((one) => !one.startsWith('--'))) {
      const path = group === '' ? word : `${group} ${word}`
      const summary = commands.find((command) => command.path === path)?.summary ?? ''
      lines.push(
        `complete -c secure-payment -n ${quote(condition)} -a ${quote(word)} -d ${quote(summary)}`,
      )
    }
  }
  for (const { path, flags, args } of commands) {
    const condition = path
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
    const start = `complete -c secure-payment -n ${quote(condition)}`
    if (args[0]?.choices) lines.push(`${start} -a ${quote(args[0].choices.join(' '))}`)
    for (const flag of flags) lines.push(`${start} ${fishFlag(flag)}`)
  }
  for (const flag of GLOBAL_FLAGS) lines.push(`complete -c secure-payment -l ${flag.slice(2)}`)
  return `${lines.join('\n')}\n`
}

function fishFlag(flag: Flag): string {
  const choices = choicesOf(flag)
  const takes = flag.value === null || flag.value === 'true|false' ? '' : ' -r'
  const values = choices.length === 0 ? '' : ` -a ${quote(choices.join(' '))}`
  return `-l ${flag.name}${takes}${values} -d ${quote(flag.description)}`
}

function within(group: string, words: readonly string[]): string {
  return `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${words.join(' ')}`
}

/** Returns the words that may follow each group of commands, and the first words under the empty name. */
function groupsOf(commands: readonly Command[]): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>([['', []]])
  for (const { path } of commands) {
    const [first = '', second] = path.split(' ')
    const top = groups.get('') ?? []
    if (!top.includes(first)) top.push(first)
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second])
  }
  groups.get('')?.push(...GLOBAL_FLAGS)
  return groups
}

function flagNames(flags: readonly Flag[]): string[] {
  return [...flags.map(({ name }) => `--${name}`), ...GLOBAL_FLAGS]
}

function choicesOf({ choices = [], value }: Flag): readonly string[] {
  return value === 'true|false' ? ['true', 'false'] : choices
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
