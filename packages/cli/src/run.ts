import { CommanderError } from 'commander'
import { connect } from './account/connect.ts'
import { findAccount } from './account/findAccount.ts'
import { commands } from './commands/commands.ts'
import { EXIT, UsageError } from './errors.ts'
import type { Io } from './io.ts'
import { createPrinter } from './output/createPrinter.ts'
import { createProgram, type GlobalFlags, type RunCommand } from './program/createProgram.ts'
import { VERSION } from './version.ts'

/** The narrowest terminal for which help is laid out. */
const DEFAULT_WIDTH = 80

/** Runs one command line, without the name of the program. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const output = {
    writeOut: (text: string) => io.stdout.write(text),
    writeErr: (text: string) => io.stderr.write(text),
    columns: Math.max(DEFAULT_WIDTH, io.stdout.columns ?? 0),
    version: VERSION,
  }
  const program = createProgram(commands, output, createRunner(io))
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // The parser has already printed its help, the version or the wrong argument.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    // A person who ends a command with Ctrl-C needs no explanation, but a script must not continue as if the command were done.
    if (io.signal.aborted) return EXIT.failure
    const flags: GlobalFlags = program.opts()
    createPrinter(io, printerOptions(flags, argv)).failure(error)
    return error instanceof UsageError ? EXIT.usage : EXIT.failure
  }
}

function createRunner(io: Io): RunCommand {
  return async (command, input, flags) => {
    const selection = { profile: flags.profile, host: flags.host }
    const account = () => findAccount(io, selection)
    await command.run(
      {
        io,
        printer: createPrinter(io, printerOptions(flags, [])),
        selection,
        account,
        connect: async () => connect(io, await account()),
      },
      input,
    )
  }
}

/** Flags of every command may also follow the command's name, where the parser keeps them with the command. */
function printerOptions(flags: GlobalFlags, argv: readonly string[]) {
  return {
    isJson: flags.json === true || argv.includes('--json'),
    hasColours: flags.color !== false && !argv.includes('--no-color'),
  }
}
