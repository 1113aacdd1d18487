import type { VerifiedSignedPayment } from '@secure-payment/core/signed'
import type { Session, Task } from '../steps/session.ts'

/** The service may have stored the signature although its response was lost, so the same call is repeated. */
const ATTEMPTS = 5
const PAUSE_MS = 2_000
const TIMEOUT_MS = 20_000

/**
 * Submits a signature to the service: `POST …/signed-payments`. Repeats the call until the service responds. Returns false if the service
 * stores nothing, or does not respond.
 */
export async function submitSignature(
  { session, signal }: Pick<Task, 'session' | 'signal'>,
  { kind, payment, permitNonce }: VerifiedSignedPayment,
  { attemptId, signature }: { attemptId: string; signature: string },
): Promise<boolean> {
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const status = await post(session, body)
    if (status >= 200 && status < 300) return true
    if (status >= 400 && status < 500 && status !== 429) return false
    if (attempt + 1 < ATTEMPTS) await session.wait(PAUSE_MS, signal)
  }
  return false
}

/** Sends the call, which outlives the page. Returns 0 without a response. */
async function post({ apiOptions, apiBase, fetch, token }: Session, body: string): Promise<number> {
  const { clientId } = apiOptions
  const base = apiBase.replace(/\/+$/, '')
  try {
    const { status } = await fetch(`${base}/v2/secure-payments/${token}/signed-payments`, {
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
    return status
  } catch {
    return 0
  }
}
