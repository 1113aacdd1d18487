import type { Context } from '../context.ts'
import { openSafeFetch } from '../safeFetch.ts'
import { loop, rest } from '../scheduling/loop.ts'
import type { Wakeup } from '../scheduling/wakeup.ts'
import { onDeliveries } from './announceDeliveries.ts'
import { type Claim, claim, findDueEndpoints, MAX_ENDPOINTS_A_ROUND } from './claim.ts'
import { createDeliverySlots, type Share } from './createDeliverySlots.ts'
import { SLOW_MS } from './createEndpointLimits.ts'
import { createSecretOpener } from './createSecretOpener.ts'
import { deliver, type Tried } from './deliver.ts'
import { logTry } from './logTry.ts'
import { markDeliveries } from './markDeliveries.ts'

/** Sends due webhooks until it is disposed: then it finishes what is in flight, for at most 10 s. */
export type DeliveryWorker = AsyncDisposable

const POLL_MS = 500
/** Tries are marked in groups: a commit each would cost more than the sending. */
const FLUSH_AFTER_MS = 20
const FLUSH_AT_SIZE = 256
const DRAIN_MS = 10_000

/**
 * Starts sending. `wakeup` means that events were committed in this process; polling finds the rest. A failed database
 * leaves claims to their leases. `openFetch` opens the client of the receivers.
 */
export function startDeliveryWorker(
  context: Pick<Context, 'db' | 'now' | 'random' | 'log' | 'config' | 'sealer'>,
  wakeup: Wakeup,
  openFetch = openSafeFetch,
): DeliveryWorker {
  const safeFetch = openFetch({ allowLoopback: context.config.allowPrivateWebhooks })
  const openSecrets = createSecretOpener(context)
  const slots = createDeliverySlots()
  const stopping = new AbortController()
  let isCutOff = false
  const inFlight = new Set<Promise<void>>()
  const marks = createMarks(context, wakeup)
  const stopListening = onDeliveries(context, () => wakeup.notify())
  let lastEndpointId = ''
  /** Whether due deliveries had to be left because of limits or of their order: then an end makes room. */
  let isWaiting = false
  /** Recently skipped endpoints: each makes room for others once per poll interval, in either lane. */
  const passedOver = new Set<string>()
  let clearedAtMs = performance.now()
  /** The claim for slow receivers that is under way. Claims for quick ones do not wait for it. */
  let slowClaim: Promise<void> | null = null

  /** Claims the shared deliveries and starts the tries; returns whether there were any, or it is the turn of others. */
  async function send(shares: readonly Share[]): Promise<boolean> {
    const known = passedOver.size
    try {
      const claimed = await claim(context, shares)
      const served = new Set(claimed.map(({ endpointId }) => endpointId))
      for (const share of shares) {
        if (served.has(share.endpointId)) continue
        slots.passOver(share)
        passedOver.add(share.endpointId)
      }
      for (const one of claimed) {
        const sending = sendOne(one).finally(() => inFlight.delete(sending))
        inFlight.add(sending)
      }
      return claimed.length > 0 || passedOver.size > known
    } finally {
      slots.release(shares)
    }
  }

  async function sendSlow(shares: readonly Share[]): Promise<void> {
    let isMoving = false
    try {
      isMoving = await send(shares)
    } catch (error) {
      context.log.error({ err: error }, 'Failed to claim deliveries to slow receivers')
    }
    slowClaim = null
    if (isMoving) wakeup.notify()
  }

  async function sendOne(claimed: Claim): Promise<void> {
    const slot = slots.start(claimed)
    const aging = setTimeout(slot.age, SLOW_MS)
    const tried = await deliver({ ...context, safeFetch, openSecrets }, claimed)
    clearTimeout(aging)
    const isSuccess = tried.next.kind === 'delivered'
    slot.end({ isSuccess, durationMs: tried.durationMs })
    logTry(context, tried)
    wakeWaiting(claimed)
    // Cut off by our own stop: not the receiver's failure, so its schedule does not change.
    if (isSuccess || !isCutOff) await marks.add(tried)
    // Now the next event of the same request may be sent.
    wakeWaiting(claimed)
  }

  function wakeWaiting({ endpointId }: Claim): void {
    if (isWaiting && slots.isWorthFilling(endpointId)) wakeup.notify()
  }

  const running = loop(
    { ...context, signal: stopping.signal },
    {
      name: 'deliver webhooks',
      intervalMs: POLL_MS,
      wakeup,
      async run() {
        if (performance.now() - clearedAtMs >= POLL_MS) {
          clearedAtMs = performance.now()
          passedOver.clear()
        }
        const full = slots.full()
        const due = await findDueEndpoints(context, lastEndpointId, full)
        // A full round continues after its last endpoint, a partial one has met the end: the next begins at the first.
        const isFull = due.length === MAX_ENDPOINTS_A_ROUND
        lastEndpointId = (isFull ? due.at(-1)?.endpointId : undefined) ?? ''
        const isMoving = await send(slots.share(due, 'quick'))
        const slow = slowClaim === null ? slots.share(due, 'slow') : []
        if (slow.length > 0) slowClaim = sendSlow(slow)
        const isLeftOut = Object.values(full).some((places) => places.length > 0)
        isWaiting = isLeftOut || (due.length > 0 && !isMoving)
        // Endpoints that were passed over move behind the others, which get their turn before the rest.
        return { more: isFull || isMoving }
      },
    },
  )

  return {
    async [Symbol.asyncDispose]() {
      stopListening()
      stopping.abort()
      await running
      await slowClaim
      const drained = Promise.allSettled(inFlight)
      const done = new AbortController()
      await Promise.race([drained.then(() => done.abort()), rest(DRAIN_MS, done.signal)])
      done.abort()
      isCutOff = inFlight.size > 0
      await safeFetch[Symbol.asyncDispose]()
      await drained
      await marks.flush()
    },
  }
}

/** Collects tries and stores them together; `add` resolves when its try is stored or was given up to its lease. */
function createMarks(
  context: Pick<Context, 'db' | 'now' | 'random' | 'log'>,
  wakeup: Wakeup,
): { add(tried: Tried): Promise<void>; flush(): Promise<void> } {
  let waiting: Tried[] = []
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()
  let scheduled = Promise.withResolvers<void>()

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const tries = waiting
    const settled = scheduled
    waiting = []
    scheduled = Promise.withResolvers<void>()
    flushing = flushing.then(async () => {
      try {
        for (const endpointId of await markDeliveries(context, tries)) {
          context.log.error({ endpointId }, 'Disabled webhook endpoint: its receiver is gone')
        }
        wakeAtNextRetry(context, tries, wakeup)
      } catch (error) {
        context.log.error({ err: error, count: tries.length }, 'Failed to mark deliveries')
      } finally {
        settled.resolve()
      }
    })
    return flushing
  }

  return {
    add(tried) {
      waiting.push(tried)
      const { promise } = scheduled
      if (waiting.length >= FLUSH_AT_SIZE) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS)
      return promise
    },
    flush,
  }
}

/** The first steps of the schedule are shorter than a few polls, so they get a timer. */
function wakeAtNextRetry(
  context: Pick<Context, 'now'>,
  tries: readonly Tried[],
  wakeup: Wakeup,
): void {
  const dueAtMs = tries.flatMap(({ next }) => (next.kind === 'retry' ? [next.dueAtMs] : []))
  const restMs = Math.min(...dueAtMs) - context.now().getTime()
  if (restMs < MAX_TIMER_MS) setTimeout(() => wakeup.notify(), Math.max(0, restMs)).unref()
}

const MAX_TIMER_MS = 20_000
