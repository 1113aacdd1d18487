import { BaseError } from '@secure-payment/core'
import type { Problem } from '@secure-payment/core/api'
import { ApiError } from '@secure-payment/core/client'

/** A failure as lines for people, and as JSON. */
export type Failure = { lines: readonly string[]; json: Readonly<Record<string, unknown>> }

/** Describes a failed command: the problem's title, detail and code, the invalid fields, and the next step. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    // `connect` replaces the client's message for a read without a response, which mentions an effect.
    return describeApiError(error.cause instanceof ApiError ? error.cause : error)
  }
  if (error instanceof BaseError) {
    const { hint, code } = error
    const summary = hint === undefined ? error.message : error.message.slice(0, -hint.length - 1)
    const json = { code, message: summary, ...(hint === undefined ? {} : { hint }) }
    return { lines: hint === undefined ? [summary] : [summary, hint], json }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { lines: [message], json: { code: 'unexpected', message } }
}

function describeApiError(error: ApiError): Failure {
  const { problem, status, code, requestId } = error
  const hint = nextStep(error)
  const title = problem === null ? error.message : titleOf(problem)
  const fields = (problem?.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
  const facts = [`code ${code}`, ...(status === 0 ? [] : [`status ${status}`])]
  if (requestId !== null) facts.push(`request ${requestId}`)
  return {
    lines: [title, ...fields, facts.join(', '), ...(hint === null ? [] : [hint])],
    json: problem ?? { code, status, message: error.message, ...(hint === null ? {} : { hint }) },
  }
}

/** The detail of a problem with invalid fields repeats the fields, which follow. */
function titleOf({ title, detail, errors = [] }: Problem): string {
  if (errors.some(({ message }) => message === detail)) return title
  const [summary = detail] = detail.split(': ')
  return `${title}: ${errors.length === 0 ? detail : summary}`
}

/** Returns the next step after a failed call, or null if the detail already contains it. */
function nextStep({ status, code, retryAfter, problem }: ApiError): string | null {
  if (code === 'network_error') {
    return 'Check the URL, and that the host is running: secure-payment doctor.'
  }
  if (code === 'unexpected_response') {
    return 'The URL may lead to another service or to a proxy: check it with secure-payment doctor.'
  }
  if (status === 401) return 'Sign in with a valid API key: secure-payment login.'
  if (problem?.scope !== undefined) {
    return `The API key lacks the scope ${problem.scope}. Create a key with it in the console: secure-payment open console.`
  }
  if (status === 429) return `Wait ${retryAfter ?? 60} seconds, then repeat the command.`
  if (status === 400) return 'Compare the flags with --help.'
  if (status >= 500) return 'Check the host: secure-payment doctor.'
  return problem === null ? null : `About this error: ${problem.type}`
}
