import type { SecurePaymentSummary } from '../../api.ts'
import type { Payout } from './readPayout.ts'

/** A payout as the merchant entered it. Amounts are decimal text. */
type MadePayout = Pick<
  Payout,
  'recipient' | 'currencyId' | 'symbol' | 'decimals' | 'amount' | 'reference' | 'recipientId'
> & { readonly requestId: string }

/** A link that was created in this browser. */
export type MadeLink = {
  /** ISO 8601. */
  readonly createdAt: string
  readonly network: string
  /** At least one payout, in the order of entry. The first payout's request identifies the link. */
  readonly payouts: readonly MadePayout[]
  /** The link's status when it was last opened here; null before. */
  readonly status: SecurePaymentSummary['status'] | null
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The maximum number of stored links; older ones are removed. */
export const MAX_LINKS = 50

const PREFIX = 'secure-payment-console:payouts:'

/**
 * Stores a merchant's links in this browser, newest first: the service does not return the names that the merchant
 * gave to a payment's recipients. Without browser storage, it stores nothing.
 */
export class PayoutMemory {
  readonly #storage: Store | null
  readonly #key: string

  constructor(storage: Store | null, tenantId: string) {
    this.#storage = storage
    this.#key = PREFIX + tenantId
  }

  /** Returns all readable links, newest first. */
  list(): readonly MadeLink[] {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(this.#key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isLink).slice(0, MAX_LINKS) : []
    } catch {
      return []
    }
  }

  /** Returns a request's link; null if the link was not created here. */
  find(requestId: string): MadeLink | null {
    return this.list().find(({ payouts }) => payouts.some(isOf(requestId))) ?? null
  }

  save(link: MadeLink): void {
    this.#write([link, ...this.list()])
  }

  /** Stores a link's status; ignores a link that was not created here. */
  noteStatus(requestId: string, status: SecurePaymentSummary['status']): void {
    const known = this.find(requestId)
    if (known === null || known.status === status) return
    this.#write(
      this.list().map((link) => (link.payouts.some(isOf(requestId)) ? { ...link, status } : link)),
    )
  }

  clear(): void {
    try {
      this.#storage?.removeItem(this.#key)
    } catch {
      // Blocked storage contains no list to remove.
    }
  }

  #write(links: readonly MadeLink[]): void {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(links.slice(0, MAX_LINKS)))
    } catch {
      // The storage is full or blocked: only the names are lost, because the service stores the link itself.
    }
  }
}

/** Opens the merchant's links in the browser's own storage. */
export function openPayoutMemory(tenantId: string): PayoutMemory {
  try {
    return new PayoutMemory(window.localStorage, tenantId)
  } catch {
    return new PayoutMemory(null, tenantId)
  }
}

function isOf(requestId: string): (payout: MadePayout) => boolean {
  return (payout) => payout.requestId === requestId
}

const STATUSES: readonly unknown[] = [
  null,
  'pending',
  'completed',
  'expired',
  'invalidated',
] satisfies readonly MadeLink['status'][]

function isLink(value: unknown): value is MadeLink {
  if (typeof value !== 'object' || value === null) return false
  if (!('createdAt' in value && 'network' in value && 'payouts' in value && 'status' in value)) {
    return false
  }
  const { createdAt, network, payouts, status } = value
  return (
    typeof createdAt === 'string' &&
    typeof network === 'string' &&
    STATUSES.includes(status) &&
    Array.isArray(payouts) &&
    payouts.length > 0 &&
    payouts.every(isPayout)
  )
}

const PAYOUT_TEXTS = ['requestId', 'recipient', 'currencyId', 'symbol'] as const

function isPayout(value: unknown): value is MadePayout {
  if (typeof value !== 'object' || value === null) return false
  const member = (name: string): unknown => Reflect.get(value, name)
  const isText = (name: string): boolean => typeof member(name) === 'string'
  const isTextOrNull = (name: string): boolean => isText(name) || member(name) === null
  const amount = member('amount')
  const decimals = member('decimals')
  return (
    PAYOUT_TEXTS.every(isText) &&
    typeof amount === 'string' &&
    /^\d+(\.\d+)?$/.test(amount) &&
    typeof decimals === 'number' &&
    Number.isInteger(decimals) &&
    decimals >= (amount.split('.')[1] ?? '').length &&
    isTextOrNull('reference') &&
    isTextOrNull('recipientId')
  )
}
