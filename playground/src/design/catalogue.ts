import type { ErrorCode, NoteCode, UnavailableReason } from '../../../widget/src/codes.ts'
import { note as withTone } from '../../../widget/src/machine/notes.ts'
import { TRANSIENT } from '../../../widget/src/machine/transient.ts'
import type { Model } from '../../../widget/src/model.ts'
import { fixtures } from '../../../widget/src/views/fixtures.ts'
import { errorPlays, notePlays, type Outcome, play, playUnavailable, readOutcome } from './plays.ts'

/** A message that a payer may read, and the model that shows it. */
export type CatalogueEntry = {
  readonly kind: 'error' | 'unavailable' | 'note'
  readonly code: string
  /** The message's possible outcomes in the machine, without duplicates, the most common first; empty for a fallback text. */
  readonly outcomes: readonly Pick<Outcome, 'money' | 'canGoOn'>[]
  readonly model: Model
}

/** The fixture that shows each error; the type requires all errors. */
const ERRORS: Readonly<Record<ErrorCode, string>> = {
  calldata_mismatch: 'failed-mismatch',
  destination_mismatch: 'failed-destination',
  unsupported_network: 'failed-unsupported',
  payment_reverted: 'failed-reverted',
  payment_cancelled: 'failed-cancelled',
  payment_replaced: 'failed-replaced',
  bridge_refunded: 'bridge-refunded',
  bridge_failed: 'bridge-failed',
  bridge_not_counted: 'bridge-not-counted',
  tron_dropped: 'tron-dropped',
  invalid_response: 'failed-answer',
  internal: 'failed-internal',
}

const UNAVAILABLE: Readonly<Record<UnavailableReason, string>> = {
  expired: 'unavailable-expired',
  cancelled: 'unavailable-cancelled',
  not_found: 'unavailable-not-found',
  not_payable: 'unavailable-not-payable',
  rate_limited: 'unavailable-rate-limited',
  offline: 'unavailable-offline',
  unauthorized: 'unavailable-unauthorized',
  no_rate: 'unavailable-server',
  server: 'unavailable-server',
}

/** The fixtures of notes that do not appear in the usual fixture of their screen. */
const NOTES: Partial<Readonly<Record<NoteCode, string>>> = {
  rate_unavailable: 'review-converted',
  nonce_unused: 'unknown-unused',
  paid_twice: 'succeeded-twice',
  tron_other_bytes: 'tron-review-other-bytes',
  tron_too_late: 'tron-review-late',
  tron_earlier: 'tron-review-earlier',
  tron_approval_dropped: 'tron-review',
  tron_not_taken: 'tron-not-taken',
  tron_busy: 'tron-busy',
  tron_no_resources: 'tron-no-resources',
  tron_failing: 'tron-failing',
  locked_tab: 'locked-tab',
  locked_tab_signing: 'locked-tab',
  locked_device: 'locked-device',
  safe_waiting: 'settling-safe',
}

/** The values in the notes' texts; they match the payment in the fixtures. */
const PARAMS = { network: 'Base Sepolia', symbol: 'USDC', seconds: '30', time: '2:08 PM' }

/** Every message: the errors, then the reasons why a payment cannot be paid, then the notes. */
export const catalogue: readonly CatalogueEntry[] = [
  ...Object.keys(ERRORS).filter(isErrorCode).map(toError),
  ...Object.keys(UNAVAILABLE).filter(isReason).map(toUnavailable),
  ...Object.keys(notePlays).filter(isNoteCode).map(toNote),
]

/** Returns a message's name in the preview, such as `note:rejected`. */
export function nameEntry({ kind, code }: CatalogueEntry): string {
  return `${kind}:${code}`
}

/** Values for a note's sentence. */
export function noteParams(code: string): Readonly<Record<string, string>> {
  return code === 'insufficient_gas' ? { ...PARAMS, symbol: 'ETH' } : PARAMS
}

/** Every state of the preview: the fixtures, and each message on the screen where a payer reads it. */
export const previewModels: Readonly<Record<string, Model>> = {
  ...fixtures,
  ...Object.fromEntries(catalogue.map((entry) => [nameEntry(entry), entry.model])),
}

function toError(code: ErrorCode): CatalogueEntry {
  const model = find(ERRORS[code])
  const outcomes = errorPlays[code].map((facts) => readOutcome(play(facts)))
  const told = outcomes[0]?.model.error
  const error = model.error && { ...model.error, ...(told && pickMoney(told)) }
  return { kind: 'error', code, outcomes: unique(outcomes), model: { ...model, error } }
}

function toUnavailable(code: UnavailableReason): CatalogueEntry {
  const model = find(UNAVAILABLE[code])
  const { money } = readOutcome(play(playUnavailable(code)))
  // The machine can read the payment again in each of these states; the screen offers a retry only if the reason is temporary.
  const outcomes = [{ money, canGoOn: TRANSIENT.has(code) }]
  const unavailable = { retryAt: null, ...model.unavailable, reason: code }
  return { kind: 'unavailable', code, outcomes, model: { ...model, unavailable } }
}

function toNote(code: NoteCode): CatalogueEntry {
  const outcomes = notePlays[code].map((facts) => readOutcome(play(facts)))
  const model = find(NOTES[code] ?? outcomes[0]?.model.state ?? '')
  const note = withTone({ code, params: noteParams(code) })
  // The fixture's values for the same note have priority, including its tone.
  const own = model.note?.code === code ? model.note : note
  return { kind: 'note', code, outcomes: unique(outcomes), model: { ...model, note: own } }
}

function pickMoney({ moneyState, recoverable }: NonNullable<Model['error']>) {
  return { moneyState, recoverable }
}

function unique(outcomes: readonly Outcome[]): CatalogueEntry['outcomes'] {
  const all = outcomes.map(
    ({ money, canGoOn }) => [`${money} ${canGoOn}`, { money, canGoOn }] as const,
  )
  return [...new Map(all).values()]
}

function find(name: string): Model {
  const model = fixtures[name]
  if (!model) throw new Error(`There is no fixture ${name}.`)
  return model
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

function isReason(code: string): code is UnavailableReason {
  return Object.hasOwn(UNAVAILABLE, code)
}

function isNoteCode(code: string): code is NoteCode {
  return Object.hasOwn(notePlays, code)
}
