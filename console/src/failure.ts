import { ApiError } from '@secure-payment/core/client'
import type { Text } from './text/text.ts'
import { PasskeyFault } from './webAuthn.ts'

/** The reason for a failure, in sentences for the person. */
export type Failure = {
  readonly message: string
  /** The service's code; null if the page itself rejected the input, or failed. */
  readonly code: string | null
  /** The sentences by field name in the request's body, without indices. */
  readonly fields: Readonly<Record<string, string>>
  /** A code to quote to support; null if the service did not respond or the person can solve the problem. */
  readonly supportCode: string | null
}

/** Reads an error from a call or a passkey. Any other error is a fault in the page and is described as such. */
export function readFailure(error: unknown, text: Text): Failure {
  if (error instanceof PasskeyFault) {
    const message = text.passkeys.faults[error.reason]
    return { message, code: null, fields: {}, supportCode: null }
  }
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

/** Returns the failure of a form that cannot be sent yet: `fields` has the sentence for each field. */
export function refuseFields(fields: Failure['fields'], text: Text): Failure {
  return { message: text.errors.validation_failed, code: null, fields, supportCode: null }
}

/**
 * Returns whether an error means that the session has ended. A wrong password and an ended sign-in also return 401, but do not count.
 */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !OTHER_401.has(error.code)
}

/** Codes of 429 with a sentence of their own, which replaces the general one about the rate limit. */
const NAMED_429: ReadonlySet<string> = new Set(['too_many_invitations', 'too_many_receipts'])

const OTHER_401: ReadonlySet<string> = new Set(['wrong_credentials', 'sign_in_ended'])

function describe(
  error: ApiError,
  { approvals, errors, cancelling, links, refunds, rights }: Text,
  fields: Failure['fields'],
): string {
  if (error.status === 429 && !NAMED_429.has(error.code)) {
    return errors.rate_limited(error.retryAfter)
  }
  if (isSessionEnded(error)) return errors.session_ended
  const refused =
    describeRefusal(error, 'cancel_refused', cancelling.refused) ??
    describeRefusal(error, 'edit_refused', links.editing.refused) ??
    describeRefund(error, refunds.errors) ??
    describeMissing(error, rights) ??
    describeApproval(error, approvals)
  if (refused !== null) return refused
  const known: unknown = Object.hasOwn(errors, error.code) ? Reflect.get(errors, error.code) : null
  if (error.code !== 'validation_failed' && typeof known === 'string') return known
  if (error.status >= 500) return errors.internal
  if (Object.keys(fields).length > 0) return errors.validation_failed
  return error.message
}

/** Returns the sentence for a payment that cannot be cancelled or edited, with the next step; null for any other error. */
function describeRefusal(
  error: ApiError,
  code: 'cancel_refused' | 'edit_refused',
  refused: Readonly<Record<string, string>>,
): string | null {
  const reason: unknown = error.code === code ? error.problem?.['reason'] : null
  const known = Object.entries(refused).find(([name]) => name === reason)
  return known?.[1] ?? null
}

/** Returns the sentence for a refund that cannot be created, paid or cancelled; null for any other error. */
function describeRefund(
  { code, problem }: ApiError,
  errors: Text['refunds']['errors'],
): string | null {
  const known = Object.entries(errors).find(([name]) => name === code)?.[1]
  if (known === undefined || typeof known === 'string') return known ?? null
  return Object.entries(known).find(([name]) => name === problem?.['reason'])?.[1] ?? null
}

/** Returns the sentence for an error about an approval, such as an approval that is already decided; null for any other error. */
function describeApproval(error: ApiError, { decided, refused }: Text['approvals']): string | null {
  const status: unknown =
    error.code === 'approval_decided' ? error.problem?.['approvalStatus'] : null
  const known = Object.entries(status === null ? refused : decided).find(
    ([name]) => name === (status ?? error.code),
  )
  return known?.[1] ?? null
}

/** Returns the sentence for a right that the role lacks; null for any other error. */
function describeMissing(error: ApiError, { missing, scopes }: Text['rights']): string | null {
  const scope = error.code === 'scope_missing' ? error.problem?.scope : undefined
  return scope === undefined ? null : missing(scopes[scope])
}

function readFields(error: ApiError, { access, common }: Text): Failure['fields'] {
  const fields: Record<string, string> = {}
  for (const { field, code, message } of error.problem?.errors ?? []) {
    const [, name = field, index] = /^([^.[]+)(?:\[(\d+)\])?/.exec(field) ?? []
    const sentence = index === undefined ? message : common.entry(Number(index) + 1, message)
    fields[name] ??= code === 'no_allowed_payer' ? access.noneLeft : capitalize(sentence)
  }
  return fields
}

function capitalize(sentence: string): string {
  const text = `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
