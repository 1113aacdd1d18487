import type { Connection } from '../account/connect.ts'
import type { Account } from '../account/findAccount.ts'
import type { Io } from '../io.ts'
import type { Printer } from '../output/createPrinter.ts'

/** The values of flags by their names; a flag that may be repeated has a list. */
export type FlagValues = {
  readonly [name: string]: string | boolean | readonly string[] | undefined
}

/** One positional argument of a command. */
type Argument = {
  name: string
  description: string
  isOptional?: true
  choices?: readonly string[]
}

/** One flag of a command. */
export type Flag = {
  name: string
  /** The name of the value in help; null for a flag without one, `true|false` for one whose value may be omitted. */
  value: string | null
  description: string
  choices?: readonly string[]
  /** The flag may be repeated, or contain several values with commas. */
  isList?: boolean
}

/** One command: the program, its help, the completion scripts and the guide derive from it. */
export type Command = {
  /** The words of the command: `payments list`. */
  path: string
  summary: string
  description?: string
  args: readonly Argument[]
  flags: readonly Flag[]
  run(context: CommandContext, input: CommandInput): Promise<void>
}

/** The arguments and flags of one run. */
export type CommandInput = { args: readonly string[]; flags: FlagValues }

/** The dependencies of a command. */
export type CommandContext = {
  io: Io
  printer: Printer
  /** The flags of every command: `--profile` and `--host`. */
  selection: { profile: string | undefined; host: string | undefined }
  /** Returns the host and key of this run. @throws CommandError without them */
  account(): Promise<Account>
  connect(): Promise<Connection>
}

/** Returns the value of a text flag; undefined if the flag is absent. */
export function textFlag({ flags }: CommandInput, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the values of a list flag; undefined if the flag is absent. */
export function listFlag({ flags }: CommandInput, name: string): readonly string[] | undefined {
  const value = flags[name]
  return Array.isArray(value) ? value : undefined
}
