import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { announceDeliveries } from '../webhooks/announceDeliveries.ts'
import {
  type EventSubject,
  MAX_REJECTIONS,
  REJECTION_QUIET_MS,
  recordRejections,
} from './recordRejections.ts'

type RejectionContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random'>
/** The rejections that are not yet recorded, by the secure payment's token. */
type Noted = Map<string, { subject: EventSubject; wallets: Set<string> }>

/** The delay before rejections are recorded. */
const RECORD_AFTER_MS = 200
/** The maximum number of secure payments with waiting rejections, in total and per merchant; rejections beyond it are not reported. */
const MAX_NOTED = 1_000
const MAX_NOTED_OF_TENANT = 100

/**
 * The maximum number of rejections that a host stores as recorded. Beyond this number, the host drops the least recently used rejection,
 * and may record it again.
 */
const MAX_REMEMBERED = 10_000

/** `recordedAtMs` contains the time of each recorded rejection, by token and wallet. */
type Waiting = {
  noted: Noted
  recording: Promise<void>
  recordedAtMs: LRUCache<string, number>
}

/** The unrecorded rejections of each open database. */
const waiting = new WeakMap<Context['db'], Waiting>()

/**
 * Keeps rejections of wallets in memory, so that the rejecting call only reads. After 200 ms, the rejections are recorded and the
 * merchant is notified. If a host is killed in that time, the wallet's next attempt is reported. A host writes at most once per ten
 * minutes for a wallet and payment, however often the wallet tries.
 */
export function noteRejection(
  context: RejectionContext,
  { subject, wallet }: { subject: EventSubject; wallet: string },
): void {
  const state = waiting.get(context.db) ?? createWaiting()
  waiting.set(context.db, state)
  const { noted, recordedAtMs } = state
  const agoMs = context.now().getTime() - (recordedAtMs.get(keyOf(subject, wallet)) ?? -Infinity)
  if (agoMs >= 0 && agoMs < REJECTION_QUIET_MS) return
  const one = noted.get(subject.token)
  if (one !== undefined) {
    if (one.wallets.size < MAX_REJECTIONS) one.wallets.add(wallet)
    return
  }
  if (noted.size >= MAX_NOTED) return
  const ofTenant = [...noted.values()].filter(
    (each) => each.subject.tenant_id === subject.tenant_id,
  )
  if (ofTenant.length >= MAX_NOTED_OF_TENANT) return
  if (noted.size === 0) setTimeout(() => void recordNoted(context), RECORD_AFTER_MS).unref()
  noted.set(subject.token, { subject, wallets: new Set([wallet]) })
}

/**
 * Records this database's waiting rejections now; resolves when done. A failure is logged, and its rejections are not
 * reported.
 */
export function recordNoted(context: RejectionContext): Promise<void> {
  const state = waiting.get(context.db)
  if (state === undefined) return Promise.resolve()
  state.recording = state.recording.then(async () => {
    const noted = [...state.noted.values()]
    state.noted.clear()
    for (const { subject, wallets } of noted) {
      try {
        const reported = await recordRejections(context, { subject, wallets: [...wallets] })
        for (const [wallet, atMs] of reported) state.recordedAtMs.set(keyOf(subject, wallet), atMs)
      } catch (error) {
        context.log.error({ err: error }, 'Failed to record rejected wallets')
      }
    }
    if (noted.length > 0) announceDeliveries(context)
  })
  return state.recording
}

function createWaiting(): Waiting {
  return {
    noted: new Map(),
    recording: Promise.resolve(),
    recordedAtMs: new LRUCache({ max: MAX_REMEMBERED }),
  }
}

function keyOf({ token }: EventSubject, wallet: string): string {
  return `${token} ${wallet}`
}
