import { BaseError } from '@secure-payment/core'

/** One result of a check: `ok`, a warning, or a failure with which the host should not accept payments. */
export type Finding = {
  /** The subject of the check, such as `settings` or `network base`. */
  check: string
  level: 'ok' | 'warn' | 'fail'
  message: string
  /** The remedy for the operator; null if there is nothing to do. */
  remedy: string | null
}

/** Returns a result without a problem. */
export function ok(check: string, message: string): Finding {
  return { check, level: 'ok', message, remedy: null }
}

/** Returns a result that an operator should know about. */
export function warn(check: string, message: string, remedy: string): Finding {
  return { check, level: 'warn', message, remedy }
}

/** Returns a failure. */
export function fail(check: string, message: string, remedy: string): Finding {
  return { check, level: 'fail', message, remedy }
}

/** Returns an error's reason without its hint, because each check states its own remedy. */
export function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return error.message.replace(` ${error.hint}`, '')
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
