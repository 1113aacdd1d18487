import { Argument, Command as Commander, InvalidArgumentError, Option } from 'commander'
import type { Command, CommandInput, Flag, FlagValues } from './command.ts'

/** The flags of every command. */
export type GlobalFlags = { json?: true; color?: boolean; profile?: string; host?: string }

/** Runs a parsed command. */
export type RunCommand = (
  command: Command,
  input: CommandInput,
  flags: GlobalFlags,
) => Promise<void>

/** The outputs for the parser's own texts, their width, and the version. */
export type ProgramOutput = {
  writeOut(text: string): void
  writeErr(text: string): void
  columns: number
  version: string
}

const FOOTER = `
Environment: SECURE_PAYMENT_URL and SECURE_PAYMENT_API_KEY replace the
profile's host and key; SECURE_PAYMENT_PROFILE names a profile.
Exit codes: 0 done, 1 failed, 2 wrong usage.`

const GROUPS: Readonly<Record<string, string>> = {
  payments: 'List and show payments',
  links: 'Create, list, show, edit and cancel payment links',
  requests: 'Create, list, show and cancel requests',
  refunds: 'Give payments back',
  unmatched: 'List payments that match no request',
  webhooks: 'Manage webhook endpoints and their deliveries',
  events: 'List events',
  'client-ids': 'List client IDs',
  currencies: 'List currencies',
}

/** Builds the parser of the command line from the commands. Throws commander's error for wrong usage, and never exits. */
export function createProgram(
  commands: readonly Command[],
  output: ProgramOutput,
  run: RunCommand,
): Commander {
  const program = new Commander('secure-payment')
    .description('Work with a Secure Payment host from the command line.')
    .version(output.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .addOption(new Option('--json', 'print JSON; streams print one line of JSON per event'))
    .addOption(new Option('--profile <name>', 'use this stored profile'))
    .addOption(new Option('--host <url>', 'use the host at this URL'))
    .addOption(new Option('--no-color', 'print no colours'))
    .addHelpText('after', FOOTER)
  configure(program, output)
  const groups = new Map<string, Commander>()
  for (const command of commands) {
    const [first = '', second] = command.path.split(' ')
    if (second === undefined) {
      addCommand(program, first, command, output, run)
      continue
    }
    let group = groups.get(first)
    if (group === undefined) {
      group = configure(program.command(first), output)
        .description(GROUPS[first] ?? first)
        .helpCommand(false)
      groups.set(first, group)
    }
    addCommand(group, second, command, output, run)
  }
  return program
}

function configure(command: Commander, { writeOut, writeErr, columns }: ProgramOutput): Commander {
  return command
    .exitOverride()
    .configureHelp({
      helpWidth: columns,
      showGlobalOptions: true,
      minWidthToWrap: 20,
      sortSubcommands: false,
    })
    .configureOutput({
      writeOut,
      writeErr,
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    })
    .showSuggestionAfterError(true)
}

function addCommand(
  parent: Commander,
  name: string,
  command: Command,
  output: ProgramOutput,
  run: RunCommand,
): void {
  const own = configure(parent.command(name), output)
    .summary(command.summary)
    .description(
      command.description ? `${command.summary}. ${command.description}` : command.summary,
    )
  for (const { name: argument, description, isOptional, choices } of command.args) {
    const added = new Argument(isOptional ? `[${argument}]` : `<${argument}>`, description)
    own.addArgument(choices === undefined ? added : added.choices(choices))
  }
  for (const flag of command.flags) own.addOption(toOption(flag))
  own.action(async () => {
    const values = own.opts<Record<string, FlagValues[string]>>()
    const flags = Object.fromEntries(
      command.flags.map((flag) => [flag.name, values[toOption(flag).attributeName()]]),
    )
    await run(command, { args: own.args, flags }, own.optsWithGlobals<GlobalFlags>())
  })
}

function toOption({ name, value, description, choices = [], isList }: Flag): Option {
  if (value === null) return new Option(`--${name}`, description)
  if (value === 'true|false') return new Option(`--${name} [true|false]`, description)
  const option = new Option(`--${name} <${value}>`, description)
  if (isList) {
    return option.argParser((text: string, earlier: readonly string[] = []) => {
      const values = text.split(',').map((one) => one.trim())
      const wrong = values.find((one) => choices.length > 0 && !choices.includes(one))
      if (wrong === undefined) return [...earlier, ...values]
      throw new InvalidArgumentError(`${wrong} is not one of ${choices.join(', ')}.`)
    })
  }
  return choices.length === 0 ? option : option.choices(choices)
}
