import type { Context } from '../context.ts'
import { announceDeliveries } from '../webhooks/announceDeliveries.ts'
import { type EventSubject, MAX_REJECTIONS, recordRejections } from './recordRejections.ts'

type RejectionContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random'>
/** By token of the secure payment. */
type Noted = Map<string, { subject: EventSubject; wallets: Set<string> }>

/** The delay before notes are recorded. */
const RECORD_AFTER_MS = 200
/**
 * The maximum number of secure payments noted at a time, in total and of one merchant; further ones are not reported.
 */
const MAX_NOTED = 1_000
const MAX_NOTED_OF_TENANT = 100

/** The notes that wait to be recorded, by database, for as long as it is open. */
const waiting = new WeakMap<Context['db'], { noted: Noted; recording: Promise<void> }>()

/**
 * Notes in memory that a wallet was refused, so that the refusing call only reads. It is recorded, and the merchant
 * notified, 200 ms later. After a host is killed in that time, the wallet's next try is reported.
 */
export function noteRejection(
  context: RejectionContext,
  { subject, wallet }: { subject: EventSubject; wallet: string },
): void {
  const state = waiting.get(context.db) ?? { noted: new Map(), recording: Promise.resolve() }
  waiting.set(context.db, state)
  const { noted } = state
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
 * Records the present notes of this database now; resolves when it is done. A failure is logged, and its notes are not
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
        await recordRejections(context, { subject, wallets: [...wallets] })
      } catch (error) {
        context.log.error({ err: error }, 'Failed to record refused wallets')
      }
    }
    if (noted.length > 0) announceDeliveries(context)
  })
  return state.recording
}
