import type { SecurePaymentSummary } from '../../api.ts'
import type { Payout } from './readPayout.ts'

/** A payout as it was entered: whom it is for, in the merchant's own words. Amounts are decimal text. */
export type MadePayout = Pick<
  Payout,
  'recipient' | 'currencyId' | 'symbol' | 'decimals' | 'amount' | 'reference' | 'recipientId'
> & { readonly requestId: string }

/** A link that was made in this browser. */
export type MadeLink = {
  /** ISO 8601. */
  readonly createdAt: string
  readonly network: string
  /** One at least, in the order in which they were entered. The first one's request names the link. */
  readonly payouts: readonly MadePayout[]
  /** As the service told it when the link was opened here last; null before. */
  readonly status: SecurePaymentSummary['status'] | null
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Older links are forgotten. */
export const MAX_LINKS = 50

const PREFIX = 'secure-payment-console:payouts:'

/**
 * Remembers a merchant's links of this browser, newest first: the service does not tell a payment's recipients by the names that
 * the merchant gave them. Where a browser has no storage, nothing is remembered.
 */
export class PayoutMemory {
  readonly #storage: Store | null
  readonly #key: string

  constructor(storage: Store | null, tenantId: string) {
    this.#storage = storage
    this.#key = PREFIX + tenantId
  }

  /** All links that can be read, newest first. */
  list(): readonly MadeLink[] {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(this.#key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isLink).slice(0, MAX_LINKS) : []
    } catch {
      return []
    }
  }

  /** The link of a request; null when it was not made here. */
  find(requestId: string): MadeLink | null {
    return this.list().find(({ payouts }) => payouts.some(isOf(requestId))) ?? null
  }

  save(link: MadeLink): void {
    this.#write([link, ...this.list()])
  }

  /** Takes note of what the service says of a link. Of one that was not made here nothing is kept. */
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
      // It was never stored.
    }
  }

  #write(links: readonly MadeLink[]): void {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(links.slice(0, MAX_LINKS)))
    } catch {
      // Full or forbidden: the link itself is the service's, only its names are lost.
    }
  }
}

/** What the browser's own storage has of a merchant's links. */
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
