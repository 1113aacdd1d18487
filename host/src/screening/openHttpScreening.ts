import { z } from 'zod'
import type { Context } from '../context.ts'
import { openSafeFetch, type SafeAnswer, type SafeFetchOptions } from '../outgoing/safeFetch.ts'
import { signCall } from '../outgoing/signCall.ts'
import { LOOPBACK } from '../settingForms.ts'
import { ScreeningFailedError } from './errors.ts'
import type { ScreeningProvider, Verdict } from './provider.ts'

const MAX_CODE = 64
const MAX_REFERENCE = 255
/** Printable ASCII, not beginning with a space: these texts appear in events and on the merchant's pages. */
const VISIBLE = /^[\x21-\x7e][\x20-\x7e]*$/

/** The provider's response. Members that are not listed are ignored. */
const answerSchema = z.object({
  decision: z.enum(['allow', 'deny']),
  reason: z.string().regex(VISIBLE).max(MAX_CODE).nullish(),
  reference: z.string().regex(VISIBLE).max(MAX_REFERENCE).nullish(),
  expiresAt: z.iso.datetime().nullish(),
})

const OK = 200

/**
 * Opens a provider with an HTTP API: one signed POST per wallet, over kept-alive connections. No redirect is followed. A private address is
 * called only if the setting itself names this machine.
 */
export function openHttpScreening(
  context: Pick<Context, 'now' | 'random'>,
  settings: { url: string; id: string; secret: string; timeoutMs: number },
  options: SafeFetchOptions = {},
): ScreeningProvider {
  const { url, id, secret, timeoutMs } = settings
  const allowLoopback = LOOPBACK.includes(new URL(url).hostname)
  const safeFetch = openSafeFetch({ allowLoopback }, options)
  return {
    id,
    isRemote: true,
    async decide({ address, family }) {
      const body = JSON.stringify({ address, family })
      const headers = {
        accept: 'application/json',
        'content-type': 'application/json',
        ...signCall(context, secret, body),
      }
      let answer: SafeAnswer
      try {
        answer = await safeFetch.post({ url, headers, body, deadlineMs: timeoutMs })
      } catch (cause) {
        throw new ScreeningFailedError('it cannot be reached in time', { cause })
      }
      return readAnswer(answer)
    },
    [Symbol.asyncDispose]: () => safeFetch[Symbol.asyncDispose](),
  }
}

/** The response may repeat personal data, so errors contain only its status. */
function readAnswer({ status, body }: SafeAnswer): Verdict {
  if (status !== OK) throw new ScreeningFailedError(`it returned HTTP ${status}`)
  const { data } = answerSchema.safeParse(parseJson(body))
  if (data === undefined) throw new ScreeningFailedError('its response cannot be read')
  const { decision, reason = null, reference = null, expiresAt = null } = data
  return {
    isAllowed: decision === 'allow',
    reasonCode: reason,
    reference,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
