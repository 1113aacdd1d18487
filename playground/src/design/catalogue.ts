import { note as withTone } from '../../../widget/src/machine/notes.ts'
import type {
  ErrorCode,
  Model,
  MoneyState,
  NoteCode,
  UnavailableReason,
} from '../../../widget/src/model.ts'
import { fixtures } from '../../../widget/src/views/fixtures.ts'

/** A message that a payer may read, and the model that shows it. */
export type CatalogueEntry = {
  readonly kind: 'error' | 'unavailable' | 'note'
  readonly code: string
  /** Where the payer's money is. */
  readonly money: MoneyState
  /** The payer can try again here. */
  readonly isRecoverable: boolean
  readonly model: Model
}

type Place = readonly [fixture: string, money: MoneyState, isRecoverable: boolean]

/** Where each error is seen first, complete by its type. */
const ERRORS: Readonly<Record<ErrorCode, Place>> = {
  calldata_mismatch: ['failed-mismatch', 'untouched', false],
  destination_mismatch: ['failed-destination', 'untouched', false],
  unsupported_network: ['failed-unsupported', 'untouched', false],
  payment_reverted: ['failed-reverted', 'fee-only', true],
  payment_cancelled: ['failed-cancelled', 'untouched', true],
  payment_replaced: ['failed-replaced', 'untouched', true],
  bridge_refunded: ['bridge-refunded', 'refunded', true],
  bridge_failed: ['bridge-failed', 'sent', false],
  bridge_not_counted: ['bridge-not-counted', 'sent', false],
  tron_dropped: ['tron-dropped', 'untouched', true],
  invalid_response: ['failed-answer', 'untouched', true],
  internal: ['failed-internal', 'maybe-sent', true],
}

const UNAVAILABLE: Readonly<Record<UnavailableReason, Place>> = {
  expired: ['unavailable-expired', 'untouched', false],
  not_found: ['unavailable-not-found', 'untouched', false],
  not_payable: ['unavailable-not-payable', 'untouched', false],
  rate_limited: ['unavailable-rate-limited', 'untouched', true],
  offline: ['unavailable-offline', 'untouched', true],
  unauthorized: ['unavailable-unauthorized', 'untouched', false],
  no_rate: ['unavailable-server', 'untouched', true],
  server: ['unavailable-server', 'untouched', true],
}

const NOTES: Readonly<Record<NoteCode, Place>> = {
  rejected: ['review', 'untouched', true],
  switch_rejected: ['review', 'untouched', true],
  approve_rejected: ['review', 'untouched', true],
  wallet_busy: ['connect', 'untouched', true],
  wallet_timeout: ['connect', 'untouched', true],
  wallet_locked: ['connect', 'untouched', true],
  wallet_error: ['review', 'untouched', true],
  wallet_gone: ['connect', 'untouched', true],
  switch_failed: ['review', 'untouched', true],
  account_changed: ['review', 'untouched', true],
  approval_reverted: ['review', 'fee-only', true],
  approval_too_low: ['review', 'fee-only', true],
  insufficient_balance: ['review', 'untouched', true],
  insufficient_gas: ['review', 'untouched', true],
  payment_changed: ['review', 'untouched', true],
  service_unavailable: ['review', 'untouched', true],
  chain_unavailable: ['review', 'untouched', true],
  rate_unavailable: ['review-converted', 'untouched', true],
  no_option: ['connect', 'untouched', true],
  rate_limited: ['review', 'untouched', true],
  storage_failed: ['review', 'untouched', true],
  locked_tab: ['locked-tab', 'untouched', true],
  locked_tab_signing: ['locked-tab', 'maybe-sent', false],
  locked_device: ['locked-device', 'maybe-sent', false],
  safe_waiting: ['settling', 'maybe-sent', false],
  taken_over: ['review', 'maybe-sent', true],
  auto_selected: ['review', 'untouched', true],
  replaced_faster: ['confirming', 'sent', false],
  checking: ['unknown', 'maybe-sent', true],
  pending_in_wallet: ['unknown', 'maybe-sent', true],
  prompt_may_be_open: ['unknown', 'maybe-sent', true],
  nonce_unused: ['unknown-unused', 'untouched', true],
  not_found_yet: ['unknown', 'maybe-sent', true],
  not_sent: ['connect', 'untouched', true],
  approval_kept: ['connect', 'untouched', true],
  paid_elsewhere: ['succeeded', 'untouched', false],
  paid_twice: ['succeeded-twice', 'sent', false],
  tron_other_bytes: ['tron-review-other-bytes', 'untouched', true],
  tron_too_late: ['tron-review-late', 'untouched', true],
  tron_earlier: ['tron-review-earlier', 'untouched', true],
  tron_approval_dropped: ['tron-review', 'untouched', true],
  tron_not_taken: ['tron-not-taken', 'maybe-sent', false],
  tron_busy: ['tron-busy', 'maybe-sent', false],
  tron_no_resources: ['tron-no-resources', 'maybe-sent', false],
  tron_failing: ['tron-failing', 'maybe-sent', false],
}

/** Facts that the notes name, as the payment of the fixtures has them. */
const PARAMS = { network: 'Base Sepolia', symbol: 'USDC', seconds: '30', time: '2:08 PM' }

/** Every message, in the order of its type. */
export const catalogue: readonly CatalogueEntry[] = [
  ...Object.keys(ERRORS).filter(isErrorCode).map(toError),
  ...Object.keys(UNAVAILABLE).filter(isReason).map(toUnavailable),
  ...Object.keys(NOTES).filter(isNoteCode).map(toNote),
]

/** What the preview calls a message: `note:rejected`. */
export function nameEntry({ kind, code }: CatalogueEntry): string {
  return `${kind}:${code}`
}

/** Facts for a note's sentence. */
export function noteParams(code: string): Readonly<Record<string, string>> {
  return code === 'insufficient_gas' ? { ...PARAMS, symbol: 'ETH' } : PARAMS
}

/** Everything that the preview can show: the fixtures, and each message where a payer reads it. */
export const previewModels: Readonly<Record<string, Model>> = {
  ...fixtures,
  ...Object.fromEntries(catalogue.map((entry) => [nameEntry(entry), entry.model])),
}

function toError(code: ErrorCode): CatalogueEntry {
  const [fixture, money, isRecoverable] = ERRORS[code]
  const model = find(fixture)
  const error = {
    supportCode: '7f9c24e8',
    ...model.error,
    code,
    moneyState: money,
    recoverable: isRecoverable,
  }
  return { kind: 'error', code, money, isRecoverable, model: { ...model, state: 'failed', error } }
}

function toUnavailable(code: UnavailableReason): CatalogueEntry {
  const [fixture, money, isRecoverable] = UNAVAILABLE[code]
  const model = find(fixture)
  const unavailable = { retryAt: null, ...model.unavailable, reason: code }
  return { kind: 'unavailable', code, money, isRecoverable, model: { ...model, unavailable } }
}

function toNote(code: NoteCode): CatalogueEntry {
  const [fixture, money, isRecoverable] = NOTES[code]
  const model = find(fixture)
  const note = withTone({ code, params: noteParams(code) })
  // What the fixture says of the same note stands, its tone too.
  const own = model.note?.code === code ? model.note : note
  return { kind: 'note', code, money, isRecoverable, model: { ...model, note: own } }
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
  return Object.hasOwn(NOTES, code)
}
