import type { VerifiedSignedPayment } from '@secure-payment/core/signed'
import type { Session, Task } from '../steps/session.ts'

/** The service may have stored the signature although its response was lost, so the same call is repeated. */
const ATTEMPTS = 5
const PAUSE_MS = 2_000
const TIMEOUT_MS = 20_000

/** `refused`: the service stored nothing. `unknown`: it may have stored the signature. */
type Outcome = 'stored' | 'refused' | 'unknown'

/** The status of a response, 0 without one, and the code of the service's problem. */
type Answer = { readonly status: number; readonly code: unknown }

/** Submits a signature to the service: `POST …/signed-payments`. Repeats the call until the service responds. */
export async function submitSignature(
  { session, signal }: Pick<Task, 'session' | 'signal'>,
  { kind, payment, permitNonce }: VerifiedSignedPayment,
  { attemptId, signature }: { attemptId: string; signature: string },
): Promise<Outcome> {
  const option = session.apiOptions.option?.()
  const body = JSON.stringify({
    attempt: attemptId,
    kind,
    deadline: payment.deadlineS,
    salt: String(payment.salt),
    ...(permitNonce !== null && { permitNonce: String(permitNonce) }),
    wallet: payment.payer,
    signature,
    ...(option !== undefined && { option }),
  })
  let outcome: Outcome = 'refused'
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await post(session, body)
    if (answer.status >= 200 && answer.status < 300) return 'stored'
    // An earlier call without a response may be stored still, whatever the service returns to a later one.
    if (!isUnstored(answer)) outcome = 'unknown'
    if (isFinal(answer)) return outcome
    if (attempt + 1 < ATTEMPTS) await session.wait(PAUSE_MS, signal)
  }
  return outcome
}

/** Returns whether this is the service's own problem, after which it has stored nothing. A conflict may be another open signature. */
function isUnstored({ status, code }: Answer): boolean {
  if (typeof code !== 'string' || status === 409) return false
  return status < 500 || code === 'sponsor_unavailable'
}

/** Returns whether a repetition would have the same result. */
function isFinal({ status, code }: Answer): boolean {
  if (status === 429) return code === 'too_many_sponsored'
  return status >= 400 && status < 500
}

/** Sends the call, which outlives the page. */
async function post({ apiOptions, apiBase, fetch, token }: Session, body: string): Promise<Answer> {
  const { clientId } = apiOptions
  const base = apiBase.replace(/\/+$/, '')
  try {
    const response = await fetch(`${base}/v2/secure-payments/${token}/signed-payments`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(clientId !== null && { 'x-client-id': clientId }),
      },
      body,
      credentials: 'omit',
      referrerPolicy: 'strict-origin',
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const problem: unknown = response.ok ? null : await response.json().catch(() => null)
    return { status: response.status, code: Object(problem).code }
  } catch {
    return { status: 0, code: null }
  }
}
