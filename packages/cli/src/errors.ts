import { BaseError } from '@secure-payment/core'

/** The exit codes of the program. */
export const EXIT = { ok: 0, failure: 1, usage: 2 } as const

/** The arguments of a command are wrong; the program exits with 2. */
export class UsageError extends BaseError {
  readonly code = 'usage'
  readonly kind = 'invalid'
}

/** A command failed; the hint names the next step. The program exits with 1. */
export class CommandError extends BaseError {
  readonly code = 'command_failed'
  readonly kind = 'invalid'
}
