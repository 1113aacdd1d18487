import type { IncomingMessage } from 'node:http'
import { verifyStandardWebhook } from '@secure-payment/core/webhooks'
import type { Context } from '../context.ts'
import { InvalidSignatureError } from './errors.ts'
import { assertJson, parseJsonBytes, readBytes } from './readJsonBody.ts'

/**
 * Reads a body that the offramp provider signed as Standard Webhooks does. The signature is checked before the body is parsed: without a
 * valid one, only the length and the headers are examined. Without a provider that sends callbacks, no signed body is accepted.
 *
 * @throws InvalidSignatureError, and what `readJsonBody` throws
 */
export async function readSignedBody(
  { config, now }: Pick<Context, 'config' | 'now'>,
  request: IncomingMessage,
  limitBytes: number,
): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes)
  const secrets = config.offramp?.kind === 'http' ? [config.offramp.secret] : []
  const verdict = verifyStandardWebhook({
    secrets,
    body: bytes,
    headers: {
      id: headerOf(request, 'webhook-id'),
      timestamp: headerOf(request, 'webhook-timestamp'),
      signature: headerOf(request, 'webhook-signature'),
    },
    nowMs: now().getTime(),
  })
  if (!verdict.isValid) throw new InvalidSignatureError({ problem: PROBLEMS[verdict.reason] })
  assertJson(request)
  return parseJsonBytes(bytes)
}

const PROBLEMS = {
  missing_header: 'is missing',
  malformed_timestamp: 'has no time in unix seconds',
  wrong_signature: 'is wrong',
  clock_too_old: 'is too old',
  clock_in_future: 'is from the future',
} as const

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? undefined : value
}
