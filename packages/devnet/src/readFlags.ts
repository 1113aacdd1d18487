import { describeUsage, FlagError, type Flags, parseFlags } from './parseFlags.ts'

/**
 * Parses the flags of a command such as `npm run devnet`. If the flags request help or are invalid, this function prints a message and
 * returns the exit code.
 */
export function readFlags(command: string, argv: readonly string[]): Flags | number {
  try {
    const flags = parseFlags(argv)
    if (!flags.help) return flags
    console.log(describeUsage(command))
    return 0
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    console.error(`${error.message}\n\n${describeUsage(command)}`)
    return 2
  }
}
