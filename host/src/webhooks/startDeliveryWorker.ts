import type { Context } from '../context.ts'
import { openSafeFetch } from '../outgoing/safeFetch.ts'
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
import { traceDelivery } from './traceDelivery.ts'

/** Sends due webhooks until its disposal, which waits at most 10 s for the attempts in flight. */
export type DeliveryWorker = AsyncDisposable

const POLL_MS = 500
/** Attempts are stored in groups, because a commit per attempt would cost more than sending it. */
const FLUSH_AFTER_MS = 20
const FLUSH_AT_SIZE = 256
const DRAIN_MS = 10_000

type WorkerContext = Pick<
  Context,
  'db' | 'now' | 'random' | 'log' | 'config' | 'sealer' | 'metrics' | 'tracing'
>

/**
 * Starts sending. `wakeup` signals events committed in this process; polling finds all others. If the database fails,
 * claims end with their leases. `openFetch` opens the client for the receivers.
 */
export function startDeliveryWorker(
  context: WorkerContext,
  wakeup: Wakeup,
  openFetch = openSafeFetch,
): DeliveryWorker {
  const safeFetch = openFetch({ allowLoopback: context.config.allowPrivateWebhooks })
  const slots = createDeliverySlots()
  const stopping = new AbortController()
  const marks = createMarks(context, wakeup)
  const stopListening = onDeliveries(context, () => wakeup.notify())
  const tries = createTries(context, { safeFetch, slots, marks, onEnd: (one) => rounds.fill(one) })
  const rounds = createRounds(context, { slots, tries, wakeup })
  const running = loop(
    { ...context, signal: stopping.signal },
    { name: 'deliver webhooks', intervalMs: POLL_MS, wakeup, run: rounds.run },
  )
  return {
    async [Symbol.asyncDispose]() {
      stopListening()
      stopping.abort()
      await running
      await rounds.settled()
      await tries.drain(() => safeFetch[Symbol.asyncDispose]())
      await marks.flush()
    },
  }
}

type Tries = ReturnType<typeof createTries>
type Slots = ReturnType<typeof createDeliverySlots>

/** Sends deliveries, and tracks those in flight. `onEnd` is called when an attempt ends, and again when it is stored. */
function createTries(
  context: WorkerContext,
  parts: {
    safeFetch: ReturnType<typeof openSafeFetch>
    slots: Slots
    marks: Marks
    onEnd(claimed: Claim): void
  },
) {
  const { safeFetch, slots, marks, onEnd } = parts
  const openSecrets = createSecretOpener(context)
  const inFlight = new Set<Promise<void>>()
  let isCutOff = false

  async function send(claimed: Claim): Promise<void> {
    const slot = slots.start(claimed)
    const aging = setTimeout(slot.age, SLOW_MS)
    const tried = await traceDelivery(context, claimed, () =>
      deliver({ ...context, safeFetch, openSecrets }, claimed),
    )
    clearTimeout(aging)
    const isSuccess = tried.next.kind === 'delivered'
    slot.end({ isSuccess, durationMs: tried.durationMs })
    logTry(context, tried)
    const lagMs = tried.startedAt.getTime() + tried.durationMs - Date.parse(claimed.eventCreatedAt)
    context.metrics?.deliveryTried(tried.next.kind, lagMs / 1_000)
    onEnd(claimed)
    // This host's own stop aborted the attempt, which is not the receiver's failure, so the schedule does not change.
    if (isSuccess || !isCutOff) await marks.add(tried)
    // The same request's next event may now be sent.
    onEnd(claimed)
  }

  return {
    start(claimed: Claim): void {
      const sending = send(claimed).finally(() => inFlight.delete(sending))
      inFlight.add(sending)
    },
    /** Waits for the attempts in flight, and aborts those that take too long. */
    async drain(cutOff: () => PromiseLike<void>): Promise<void> {
      const drained = Promise.allSettled(inFlight)
      const done = new AbortController()
      await Promise.race([drained.then(() => done.abort()), rest(DRAIN_MS, done.signal)])
      done.abort()
      isCutOff = inFlight.size > 0
      await cutOff()
      await drained
    },
  }
}

/** Claims due deliveries round by round, in two lanes: a claim for quick receivers never waits for a claim for slow receivers. */
function createRounds(
  context: WorkerContext,
  { slots, tries, wakeup }: { slots: Slots; tries: Tries; wakeup: Wakeup },
) {
  let lastEndpointId = ''
  /** Whether due deliveries were skipped because of limits or order; the end of an attempt may then allow them. */
  let isWaiting = false
  /** Recently skipped endpoints: each yields to others once per poll interval, in either lane. */
  const passedOver = new Set<string>()
  let clearedAtMs = performance.now()
  /** The claim for slow receivers that is in progress, if any. */
  let slowClaim: Promise<void> | null = null

  /** Claims the allotted deliveries and starts their attempts. Returns whether it claimed any, or skipped another endpoint. */
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
      for (const one of claimed) tries.start(one)
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

  return {
    async run(): Promise<{ more: boolean }> {
      if (performance.now() - clearedAtMs >= POLL_MS) {
        clearedAtMs = performance.now()
        passedOver.clear()
      }
      const full = slots.full()
      const due = await findDueEndpoints(context, lastEndpointId, full)
      // After a full round, the next round continues after the last endpoint of that round; after a partial round, it begins at
      // the first endpoint.
      const isFull = due.length === MAX_ENDPOINTS_A_ROUND
      lastEndpointId = (isFull ? due.at(-1)?.endpointId : undefined) ?? ''
      const isMoving = await send(slots.share(due, 'quick'))
      const slow = slowClaim === null ? slots.share(due, 'slow') : []
      if (slow.length > 0) slowClaim = sendSlow(slow)
      const isLeftOut = Object.values(full).some((places) => places.length > 0)
      isWaiting = isLeftOut || (due.length > 0 && !isMoving)
      // Skipped endpoints move behind the others.
      return { more: isFull || isMoving }
    },
    /** Begins a round after the end of an attempt if waiting deliveries may now be sent. */
    fill({ endpointId }: Claim): void {
      if (isWaiting && slots.isWorthFilling(endpointId)) wakeup.notify()
    },
    settled: async () => void (await slowClaim),
  }
}

type Marks = { add(tried: Tried): Promise<void>; flush(): Promise<void> }

/**
 * Collects attempts and stores them together. `add` resolves when its attempt is stored; if that fails, the delivery is due again when its
 * lease ends.
 */
function createMarks(
  context: Pick<Context, 'db' | 'now' | 'random' | 'log'>,
  wakeup: Wakeup,
): Marks {
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

/** Wakes the worker exactly when the next retry is due, if that is within 20 s; polling finds later retries. */
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
