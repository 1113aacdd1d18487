import { explorerTransactionUrl, findNetwork } from '@secure-payment/core/networks'
import type { Crossing } from '../crossing.ts'
import type { Model } from '../model.ts'
import type { OtherTokens, PayOption } from '../payOption.ts'
import type { Review, TransactionKind } from '../review.ts'
import type { AttemptRecord } from './attemptRecord.ts'
import type { Shared, State } from './state.ts'

/** The payer's choice of a token that the payment does not accept: the ways from other chains are read first. */
export const OTHER_TOKENS: OtherTokens = 'other_tokens'

/** Returns whether the account can afford an option, as far as the service has checked. */
export function isAffordable(option: PayOption): boolean {
  return option.hasEnoughBalance && option.hasEnoughGas !== false
}

/** Shortens an address to `0x12ab…89cd`, which is enough for payers to recognise their own account. */
export function maskAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Returns the payer's view of a stored attempt. */
export function attemptView(record: AttemptRecord): NonNullable<Model['attempt']> {
  return {
    id: record.id,
    phase: record.phase,
    walletMasked: maskAddress(record.from),
    networkName: record.networkName,
    startedAt: record.createdAt,
  }
}

/** Returns the data of a reviewed payment from another chain while it is being made; null for any other payment. */
export function crossingOf(review: Review): Crossing | null {
  const { bridge, spending, networkName: sourceName } = review
  if (bridge === undefined) return null
  const { network, destinationName } = bridge
  const facts = { sourceName, destinationName, cost: spending[0], transfer: null }
  return { ...facts, ...chainOf(network) }
}

/** Returns the same as `crossingOf`, for a stored attempt; null unless it pays from another chain. */
export function recordedCrossing(record: AttemptRecord): Crossing | null {
  const { destination, network, networkName: sourceName, option } = record
  if (destination === undefined) return null
  const cost = { symbol: option.token, amount: option.needed }
  const destinationName = destination.networkName
  return { sourceName, destinationName, cost, transfer: null, ...chainOf(network) }
}

function chainOf(id: string): Pick<Crossing, 'chainId' | 'explorerUrl'> {
  const network = findNetwork(id)
  return { chainId: network?.chainId ?? 0, explorerUrl: network?.explorerUrl ?? null }
}

/** Returns the URL of a transaction on the network's explorer; null if there is no explorer. */
export function explorerUrl(
  state: Pick<Shared, 'crossing' | 'payment'>,
  hash: string,
): string | null {
  const base = state.crossing ? state.crossing.explorerUrl : state.payment?.chain.explorerUrl
  if (!base) return null
  const network = state.payment && findNetwork(state.payment.network)
  const family = network?.family ?? 'evm'
  return explorerTransactionUrl({ explorerUrl: base.replace(/\/$/, ''), family }, hash)
}

/** Returns the transactions sent so far plus the given one, each once. */
export function withTransaction(
  state: Pick<Shared, 'account' | 'crossing' | 'payment' | 'transactions'>,
  kind: TransactionKind,
  hash: string,
): Model['transactions'] {
  const chainId =
    state.crossing?.chainId ?? state.payment?.chain.chainId ?? state.account?.chainId ?? 0
  if (state.transactions.some((one) => one.hash === hash)) return state.transactions
  return [...state.transactions, { hash, chainId, kind, explorerUrl: explorerUrl(state, hash) }]
}

/** Returns whether the element follows another payer's payment while this page's wallet has a request and has not responded. */
export function isUnanswered({ attemptId, hash, crossing, transactions, also }: Shared): boolean {
  const isOwn = !crossing?.isElsewhere && transactions.some((one) => one.hash === hash)
  return attemptId !== null && !isOwn && !also?.sent.some((one) => one.attemptId === attemptId)
}

/** Returns whether the wallet has accepted the calls of this page's attempt, but no transaction for them is known. */
export function isCalled({ name, hash, note, plan }: State): boolean {
  if (hash !== null || plan === null) return false
  return name === 'broadcasting' || (name === 'settling' && note?.code === 'safe_waiting')
}
