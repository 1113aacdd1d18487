import { ApiError } from '@secure-payment/core/client'
import type { Text } from './text/text.ts'

/** The reason of a failure, in sentences for the person. */
export type Failure = {
  readonly message: string
  /** The service's code; null where the page itself refused or failed. */
  readonly code: string | null
  /** By the field's name in the call's body, without indices. */
  readonly fields: Readonly<Record<string, string>>
  /** A code to quote to support; null when the service did not respond or the person can solve the problem. */
  readonly supportCode: string | null
}

/** Reads an error of a call. Anything but an `ApiError` is a fault of the page and is described as such. */
export function readFailure(error: unknown, text: Text): Failure {
  if (!(error instanceof ApiError)) {
    return { message: text.errors.unexpected, code: null, fields: {}, supportCode: null }
  }
  const fields = readFields(error, text)
  const isFault = error.status >= 500
  return {
    message: describe(error, text, fields),
    code: error.code,
    fields,
    supportCode: isFault ? error.requestId : null,
  }
}

/** The errors of a form that cannot be sent yet: the sentence of each field. */
export function refuseFields(fields: Failure['fields'], text: Text): Failure {
  return { message: text.errors.validation_failed, code: null, fields, supportCode: null }
}

/** Whether an error means that the session has ended. A wrong password also returns 401, but does not count. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials'
}

function describe(error: ApiError, { errors }: Text, fields: Failure['fields']): string {
  if (error.status === 429) return errors.rate_limited(error.retryAfter)
  if (isSessionEnded(error)) return errors.session_ended
  const known: unknown = Object.hasOwn(errors, error.code) ? Reflect.get(errors, error.code) : null
  if (error.code !== 'validation_failed' && typeof known === 'string') return known
  if (error.status >= 500) return errors.internal
  if (Object.keys(fields).length > 0) return errors.validation_failed
  return error.message
}

function readFields(error: ApiError, { common }: Text): Failure['fields'] {
  const fields: Record<string, string> = {}
  for (const { field, message } of error.problem?.errors ?? []) {
    const [, name = field, index] = /^([^.[]+)(?:\[(\d+)\])?/.exec(field) ?? []
    const sentence = index === undefined ? message : common.entry(Number(index) + 1, message)
    fields[name] ??= capitalize(sentence)
  }
  return fields
}

function capitalize(sentence: string): string {
  const text = `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
