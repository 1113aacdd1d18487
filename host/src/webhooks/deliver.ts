import type { Context } from '../context.ts'
import { ForbiddenTargetError, MAX_KEPT_BYTES, type SafeFetch } from '../outgoing/safeFetch.ts'
import type { Claim } from './claim.ts'
import type { SealedSecrets, SigningSecrets } from './createSecretOpener.ts'
import { type NextStep, reschedule } from './reschedule.ts'
import { signatureHeaders, tryHeaders } from './tryHeaders.ts'

/** The maximum time from the connection to the end of the response. */
export const DELIVERY_DEADLINE_MS = 15_000

/** One attempt as it is stored, with the delivery's next step. */
export type Tried = {
  claim: Claim
  /** The headers with names in lower case, without the signatures. */
  headers: Readonly<Record<string, string>>
  startedAt: Date
  durationMs: number
  responseStatus: number | null
  /** The first 2 kB of the response's body; `null` without a complete response. */
  responseBody: string | null
  error: string | null
  next: NextStep
}

/** The inputs of an attempt, except the clock. */
export type DeliverContext = Pick<Context, 'now' | 'random'> & {
  safeFetch: SafeFetch
  openSecrets(sealed: SealedSecrets, now: Date): SigningSecrets
}

/** Sends one claimed delivery and returns the outcome. Never throws: a failure is an outcome too. */
export async function deliver(context: DeliverContext, claim: Claim): Promise<Tried> {
  const startedAt = context.now()
  const startedMs = performance.now()
  const headers = tryHeaders(claim, startedAt.getTime())
  const finish = (outcome: {
    status: number | null
    retryAfter: string | null
    body: string | null
    error: string | null
  }): Tried => ({
    claim,
    headers,
    startedAt,
    durationMs: Math.round(performance.now() - startedMs),
    responseStatus: outcome.status,
    responseBody: outcome.body,
    error: outcome.error,
    next: nextStep(
      claim,
      reschedule(claim.attempt - claim.scheduleStart, outcome, {
        nowMs: context.now().getTime(),
        randomUnit: (context.random(1)[0] ?? 0) / 256,
      }),
    ),
  })
  try {
    const secrets = context.openSecrets(claim.secrets, startedAt)
    const signatures = signatureHeaders(claim, secrets, startedAt.getTime())
    const answer = await context.safeFetch.post({
      url: claim.url,
      headers: { ...headers, ...signatures },
      body: claim.body,
      deadlineMs: DELIVERY_DEADLINE_MS,
    })
    const retryAfter = answer.headers['retry-after']
    return finish({
      status: answer.status,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      body: answer.body,
      error: answerError(answer.status, answer.headers['location']),
    })
  } catch (error) {
    return finish({ status: null, retryAfter: null, body: null, error: describe(error) })
  }
}

/** A test event has one attempt and never disables its endpoint, unless a caller requests the delivery again. */
function nextStep({ isTest, isReplay }: Claim, next: NextStep): NextStep {
  return isTest && !isReplay && next.kind !== 'delivered' ? { kind: 'dead' } : next
}

function answerError(status: number, location: string | string[] | undefined): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    return `returned ${status} to ${String(location)}; redirects are not followed`.slice(
      0,
      MAX_KEPT_BYTES,
    )
  }
  return `returned ${status}`
}

function describe(error: unknown): string {
  if (error instanceof ForbiddenTargetError) return error.message
  if (!(error instanceof Error)) return 'unknown failure'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  return `${code}${error.message}`.slice(0, MAX_KEPT_BYTES)
}
