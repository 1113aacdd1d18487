import type { RecurringPayoutCreated } from '../../api.ts'
import type { ScheduleTerms } from './scheduleTerms.ts'

/**
 * This browser's data about an unsigned schedule: the terms agreed to in its form, and the only permit that it signs for the schedule.
 * The data is not secret, and has no value without the payer's signature.
 */
export type ScheduleDraft = {
  readonly terms: ScheduleTerms
  readonly permit: RecurringPayoutCreated['recurringPaymentPermit']
  readonly approvals: RecurringPayoutCreated['transactions']
  /** The chosen wallet, which the screen offers first. */
  readonly walletId: string
  /** The approval that was sent; null before it is sent. */
  readonly approvalHash: string | null
}

const PREFIX = 'secure-payment-console:schedule:'

/** Stores drafts across reloads. Without browser storage, a draft lasts as long as its page. */
export class ScheduleMemory {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  readonly #page = new Map<string, string>()

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null) {
    this.#storage = storage
  }

  save(id: string, draft: ScheduleDraft): void {
    const text = JSON.stringify(draft)
    this.#page.set(id, text)
    try {
      this.#storage?.setItem(PREFIX + id, text)
    } catch {
      // The storage is full or blocked: the page keeps the draft in memory.
    }
  }

  /** Returns the stored draft; null if there is no readable draft. */
  find(id: string): ScheduleDraft | null {
    try {
      const text = this.#storage?.getItem(PREFIX + id) ?? this.#page.get(id) ?? 'null'
      const draft: unknown = JSON.parse(text)
      return isDraft(draft) ? draft : null
    } catch {
      return null
    }
  }

  forget(id: string): void {
    this.#page.delete(id)
    try {
      this.#storage?.removeItem(PREFIX + id)
    } catch {
      // Blocked storage contains no draft to remove.
    }
  }
}

/** Opens the browser's own storage; drafts stay in memory if the storage is blocked. */
export function openScheduleMemory(): ScheduleMemory {
  try {
    return new ScheduleMemory(window.localStorage)
  } catch {
    return new ScheduleMemory(null)
  }
}

/**
 * Checks only the members that determine the signed data, because only this class writes the key. The permit is checked again before it is
 * signed.
 */
function isDraft(value: unknown): value is ScheduleDraft {
  if (typeof value !== 'object' || value === null) return false
  if (!('terms' in value && 'permit' in value && 'approvals' in value)) return false
  const { terms } = value
  return (
    typeof terms === 'object' &&
    terms !== null &&
    'payer' in terms &&
    'payee' in terms &&
    'currencyId' in terms &&
    'amount' in terms &&
    'totalPayments' in terms &&
    'startDate' in terms
  )
}
