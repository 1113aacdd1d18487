import {
  DeadlineError,
  type openSafeFetch,
  type SafeAnswer,
} from '../../host/src/outgoing/safeFetch.ts'
import type { Random } from '../flows/support/random.ts'
import type { Process, VirtualTime } from './virtualTime.ts'

/** The current behaviour of a receiver; rates are probabilities per attempt. */
export type ReceiverFaults = { failRate: number; hangRate: number; lateRate: number }

export const NO_RECEIVER_FAULTS: ReceiverFaults = { failRate: 0, hangRate: 0, lateRate: 0 }

/** One merchant's receiver of webhooks. */
export type Receiver = {
  readonly url: string
  faults: ReceiverFaults
  /** The received events by id, with their counts. */
  readonly received: ReadonlyMap<string, ReceivedEvent>
}

/** A received event; `isAcknowledged` means that the receiver has returned 2xx. */
type ReceivedEvent = {
  type: string
  requestId: string
  copies: number
  isAcknowledged: boolean
}

/** The receivers of a world, and the client through which a host reaches them. */
export type Receivers = {
  readonly all: readonly Receiver[]
  openFetch(process: Process): typeof openSafeFetch
}

const DELAY_MS = 5
const MAX_LATE_MS = 14_000

/** Creates receivers without faults. */
export function createReceivers(
  urls: readonly string[],
  { time, random }: { time: VirtualTime; random: Random },
): Receivers {
  const all = urls.map((url) => ({
    url,
    faults: NO_RECEIVER_FAULTS,
    received: new Map<string, ReceivedEvent>(),
  }))

  async function post(
    process: Process,
    url: string,
    text: string,
    deadlineMs: number,
  ): Promise<SafeAnswer> {
    const receiver = all.find((candidate) => candidate.url === url)
    if (receiver === undefined) throw new Error(`No receiver listens at ${url}.`)
    await time.gate(process)
    await time.rest(DELAY_MS)
    const event = note(receiver.received, text)
    const { failRate, hangRate, lateRate } = receiver.faults
    if (random.chance(hangRate)) {
      await time.rest(deadlineMs)
      await time.gate(process)
      throw new DeadlineError(deadlineMs)
    }
    if (random.chance(lateRate)) await time.rest(random.integer(1, MAX_LATE_MS))
    const status = random.chance(failRate) ? random.pick([500, 503, 404]) : 204
    event.isAcknowledged ||= status === 204
    await time.gate(process)
    return { status, headers: {}, body: '' }
  }

  return {
    all,
    openFetch: (process) => () => ({
      post: ({ url, body, deadlineMs }) => post(process, url, body, deadlineMs),
      get: async () => ({ status: 404, headers: {}, body: '' }),
      async [Symbol.asyncDispose]() {},
    }),
  }
}

function note(received: Map<string, ReceivedEvent>, text: string): ReceivedEvent {
  const { eventId, event, requestId } = JSON.parse(text)
  const known = received.get(eventId)
  if (known !== undefined) {
    known.copies += 1
    return known
  }
  const fresh = {
    type: String(event),
    requestId: String(requestId),
    copies: 1,
    isAcknowledged: false,
  }
  received.set(eventId, fresh)
  return fresh
}
