import { randomBytes } from 'node:crypto'
import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import type { OfframpRecord, OfframpReport } from './offrampRecords.ts'
import type { OfframpSwitches } from './offrampSwitches.ts'

/** A callback that was sent; `status` is 0 when there was no response. */
export type SentCallback = { report: OfframpReport; status: number }

/** Sends reports to the caller's callback URL. */
export type Callbacks = {
  /** Adds the reports about a record and queues those that the switches allow now. */
  add(record: OfframpRecord, reports: readonly OfframpReport[]): void
  /** Sends the queued reports, and retries the rejected ones. */
  flush(): Promise<void>
  /** Returns the sent callbacks, oldest first. */
  sent(): readonly SentCallback[]
}

/** The maximum number of attempts to send a report. */
const MAX_TRIES = 20
const DEADLINE_MS = 10_000

/** Creates a sender, which signs reports as Standard Webhooks specifies. */
export function createCallbacks(options: {
  /** Null to send no callbacks. */
  url: () => string | null
  secret: string
  now: () => number
  switches: () => OfframpSwitches
}): Callbacks {
  const { url, secret, now, switches } = options
  const sent: SentCallback[] = []
  const held = new Map<string, OfframpReport[]>()
  let queue: { report: OfframpReport; tries: number }[] = []

  const isForged = () => switches().callbacks === 'wrong_signature'
  const enqueue = (reports: readonly OfframpReport[]) => {
    queue.push(...reports.map((report) => ({ report, tries: 0 })))
  }

  return {
    add(record, reports) {
      switch (switches().callbacks) {
        case 'lost':
          return
        case 'twice':
          return enqueue([...reports, ...reports])
        case 'out_of_order': {
          const all = [...(held.get(record.id) ?? []), ...reports]
          held.set(record.id, record.script.length > 0 ? all : [])
          if (record.script.length === 0) enqueue(all.toReversed())
          return
        }
        default:
          return enqueue(reports)
      }
    },
    async flush() {
      const due = queue
      queue = []
      const to = url()
      if (to === null) return
      for (const { report, tries } of due) {
        const key = isForged() ? randomBytes(32).toString('hex') : secret
        const status = await send(to, report, { key, nowMs: now() })
        sent.push({ report, status })
        const isTaken = status >= 200 && status < 300
        // After a 401, the sender does not retry: the caller would reject the signature again.
        if (!isTaken && status !== 401 && tries + 1 < MAX_TRIES) {
          queue.push({ report, tries: tries + 1 })
        }
      }
    },
    sent: () => sent,
  }
}

/** Sends a report, signed with a key; returns the response's status, or 0 if there was no response. */
async function send(
  to: string,
  report: OfframpReport,
  { key, nowMs }: { key: string; nowMs: number },
): Promise<number> {
  const body = JSON.stringify(report)
  const id = `msg_${randomBytes(12).toString('hex')}`
  const timestampS = Math.floor(nowMs / 1_000)
  const answer = await fetch(to, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': standardWebhookSignature(key, id, timestampS, body),
    },
    body,
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}
