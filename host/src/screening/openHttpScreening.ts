import { z } from 'zod'
import type { Context } from '../context.ts'
import { openSafeFetch, type SafeAnswer, type SafeFetchOptions } from '../outgoing/safeFetch.ts'
import { signCall } from '../outgoing/signCall.ts'
import { LOOPBACK } from '../settingForms.ts'
import { walletKey } from './denyList.ts'
import { ScreeningFailedError } from './errors.ts'
import type { ScreeningProvider, Verdict } from './provider.ts'

const MAX_CODE = 64
const MAX_REFERENCE = 255
/** Printable ASCII, not beginning with a space: these texts appear in events and on the merchant's pages. */
const VISIBLE = /^[\x21-\x7e][\x20-\x7e]*$/

/** The provider's response. Members that are not listed are ignored. */
const answerSchema = z.object({
  decision: z.enum(['allow', 'deny']),
  address: z.string().nullish(),
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
      return readAnswer(answer, address, context.now())
    },
    [Symbol.asyncDispose]: () => safeFetch[Symbol.asyncDispose](),
  }
}

/**
 * Reads the decision about a wallet. An earlier approval, which a proxy may repeat, is none. The response may repeat personal data, so errors
 * contain only its status.
 */
function readAnswer({ status, body }: SafeAnswer, wallet: string, now: Date): Verdict {
  if (status !== OK) throw new ScreeningFailedError(`it returned HTTP ${status}`)
  const { data } = answerSchema.safeParse(parseJson(body))
  if (data === undefined) throw new ScreeningFailedError('its response cannot be read')
  const { decision, address, reason = null, reference = null, expiresAt = null } = data
  if (walletKey(address ?? wallet) !== walletKey(wallet)) {
    throw new ScreeningFailedError('its response names another wallet')
  }
  const end = expiresAt === null ? null : new Date(expiresAt)
  const isAllowed = decision === 'allow'
  if (isAllowed && end !== null && end <= now) {
    throw new ScreeningFailedError('its approval has expired')
  }
  return { isAllowed, reasonCode: reason, reference, expiresAt: end }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
