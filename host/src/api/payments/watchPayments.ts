import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { EventStream } from '../../http/eventStream.ts'
import type { Call } from '../../http/implement.ts'
import type { TakeSeat } from '../../live/createSeats.ts'
import { createTenantHub, everything, type TenantChange } from '../../live/createTenantHub.ts'
import { withPresentStatus } from '../requests/loadRequest.ts'

type Events = typeof api.payments.events
type WatchContext = Pick<Context, 'db' | 'log' | 'signal'>

/** The time after which a reader opens an ended stream again. */
const RETRY_MS = 2_000

/** Creates the action that streams the changes to a merchant's records; all streams of a host share one query. */
export function createWatchAction(
  host: WatchContext,
  takeSeat: TakeSeat,
): (context: WatchContext, call: Call<Events>) => Promise<EventStream> {
  const hub = createTenantHub(host)
  return async (_context, { caller, lastEventId, address = '' }) => {
    const { tenantId } = caller
    const state = await hub.read(tenantId)
    const leaving = new AbortController()
    const id = 'sessionId' in caller ? caller.sessionId : principalOf(caller)
    const giveBack = takeSeat({
      tenantId,
      subject: { kind: 'credential', id: `${caller.credential} ${id}` },
      address,
      end: () => leaving.abort(),
    })
    return new EventStream(
      ({ send, end }) => {
        // Another stream may have taken this stream's place before this one opened.
        if (leaving.signal.aborted) end()
        else leaving.signal.addEventListener('abort', end, { once: true })
        const tell = (change: TenantChange) =>
          send({ event: 'changed', id: change.id, data: JSON.stringify(describe(change)) })
        if (lastEventId !== state.id) tell(everything(state.id))
        const stop = hub.watch(tenantId, state, tell)
        return () => {
          stop()
          giveBack()
        }
      },
      { retryMs: RETRY_MS },
    )
  }
}

function describe({ kinds, requests, hasMore }: TenantChange): Output<Events> {
  return {
    kinds: [...kinds],
    requests: requests.map((request) => {
      const { id, status } = withPresentStatus(request, request.hasPending)
      return { requestId: id, status }
    }),
    hasMore,
  }
}
