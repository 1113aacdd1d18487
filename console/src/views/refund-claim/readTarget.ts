import { findCurrency, findNetwork, type Network } from '@secure-payment/core/networks'

/** The payment facts that the claim page shows. */
export type RefundTarget = {
  /** The refund's network, from this page's registry. */
  readonly network: Network
  readonly merchant: string | null
  readonly supportUrl: string | null
  readonly reference: string | null
  /** Whether a payment has arrived. */
  readonly isPaid: boolean
}

/** The claim facts that the link's page shows. */
export type ClaimFacts = Pick<RefundTarget, 'network' | 'merchant' | 'supportUrl'> & {
  readonly amount: string
  readonly expiresAt: string | null
}

/**
 * Reads a payment from the service, which is not trusted: accepts a network only if its ids, currencies and tokens
 * match the registry. Returns null for any other response, so that no wallet is prompted.
 */
export function readTarget(payment: unknown, token: string): RefundTarget | null {
  const {
    chain,
    items,
    merchant,
    network: id,
    reference,
    token: named,
    transactions,
  } = read(payment)
  const network = typeof id === 'string' ? findNetwork(id) : undefined
  const { id: chainName, chainId } = read(chain)
  if (network === undefined || named !== token) return null
  if (chainName !== network.id || chainId !== network.chainId) return null
  const isListed = Array.isArray(items) && items.length > 0
  if (!isListed || !items.every((item) => isOn(network, read(item)))) return null
  const isPaid =
    Array.isArray(transactions) && transactions.some((one) => read(one)['status'] === 'confirmed')
  return { network, ...readMerchant(merchant), reference: textOf(reference), isPaid }
}

/** Reads a claim from the service; null if its currency does not belong to its network. */
export function readClaim(claim: unknown): ClaimFacts | null {
  const { amount, currency, expiresAt, merchant, network: id } = read(claim)
  const network = typeof id === 'string' ? findNetwork(id) : undefined
  const found = typeof currency === 'string' ? findCurrency(currency) : undefined
  if (network === undefined || found?.network?.id !== network.id) return null
  if (typeof amount !== 'string' || !/^\d+(?:\.\d+)?$/.test(amount)) return null
  const paid = `${amount} ${found.symbol}`
  return { network, ...readMerchant(merchant), amount: paid, expiresAt: textOf(expiresAt) }
}

type Members = Readonly<Record<string, unknown>>

function read(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function readMerchant(value: unknown): Pick<RefundTarget, 'merchant' | 'supportUrl'> {
  const { name, supportUrl, verifiedDomain } = read(value)
  return { merchant: textOf(verifiedDomain) ?? textOf(name), supportUrl: textOf(supportUrl) }
}

function isOn(network: Network, { paymentCurrency, tokenAddress }: Members): boolean {
  const found = typeof paymentCurrency === 'string' ? findCurrency(paymentCurrency) : undefined
  if (found?.network?.id !== network.id) return false
  return (tokenAddress ?? null) === (found.isNative ? null : found.currency.address)
}
