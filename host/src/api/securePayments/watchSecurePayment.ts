import type { api } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { EventStream } from '../../http/eventStream.ts'
import type { Call } from '../../http/implement.ts'
import { etagOf } from '../../http/renderedAnswer.ts'
import { createLiveHub, type Shown } from '../../live/createLiveHub.ts'
import type { TakeSeat } from '../../live/createSeats.ts'
import { isLive } from '../../paying/attemptLease.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import {
  loadSecurePayment,
  readSecurePayment,
  type StoredSecurePayment,
} from '../../paying/loadSecurePayment.ts'

type Events = typeof api.securePayments.events
type WatchContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'prices' | 'rates' | 'signal'>

/**
 * Creates the action that streams the changes to secure payments; all streams of a host share one query.
 *
 * @throws from the action: what `loadSecurePayment` and `takeSeat` throw
 */
export function createWatchAction(
  host: WatchContext,
  takeSeat: TakeSeat,
): (context: WatchContext, call: Call<Events>) => Promise<EventStream> {
  const hub = createLiveHub(host, {
    show: async (token) => {
      const stored = await readSecurePayment(host, token)
      return stored === null ? null : show(host, stored)
    },
  })
  return async (context, { params: { token }, caller, lastEventId, address = '' }) => {
    const takesLinks = caller.credential !== 'clientId'
    const stored = await loadSecurePayment(context, { token, caller, takesLinks })
    const shown = show(context, stored)
    const leaving = new AbortController()
    const { tenant_id: tenantId } = stored.securePayment
    const giveBack = takeSeat({
      tenantId,
      subject: { kind: 'payment', id: token },
      address,
      end: () => leaving.abort(),
    })
    return new EventStream(({ send, end }) => {
      // Another stream may have taken this stream's place before this one opened.
      if (leaving.signal.aborted) end()
      else leaving.signal.addEventListener('abort', end, { once: true })
      const tagOf = ({ etag, merchantEtag }: Shown) => (stored.isMerchant ? merchantEtag : etag)
      const tell = (news: Shown) => {
        const etag = tagOf(news)
        send({ event: 'changed', id: etag, data: JSON.stringify({ status: news.status, etag }) })
      }
      if (lastEventId !== tagOf(shown)) tell(shown)
      const stop = hub.watch(token, shown, tell)
      return () => {
        stop()
        giveBack()
      }
    })
  }
}

/** Returns a payment's status and its ETags for readers without a wallet, and the time of its next expiry. */
function show(context: Pick<Context, 'config' | 'now'>, stored: StoredSecurePayment): Shown {
  const now = context.now()
  const describeTo = (isMerchant: boolean) =>
    describeSecurePayment(context.config, { ...stored, isMerchant }, now)
  const payment = describeTo(false)
  const etag = etagOf(JSON.stringify(payment))
  const { access, lastAttempt, safeAttempts } = stored
  const attempts = lastAttempt === null ? [] : [lastAttempt, ...safeAttempts]
  const ends = [
    ...(payment.status === 'pending' ? [payment.expiresAt] : []),
    ...attempts.filter((one) => isLive(one, now)).map((one) => one.lease_until),
  ].map((text) => Date.parse(text))
  return {
    etag,
    merchantEtag: access?.isPayeeHidden === true ? etagOf(JSON.stringify(describeTo(true))) : etag,
    status: payment.status,
    changesAt: ends.length === 0 ? null : Math.min(...ends),
  }
}
