import { encodeApprove, isSameAddress, ZERO_ADDRESS } from '@secure-payment/core/evm'
import { largestPeriodSeconds, type SchedulePermit } from '@secure-payment/core/recurring'
import type { ContractCall } from '../../wallets/payingWallet.ts'
import type { ScheduleFacts } from './scheduleTerms.ts'

/** The part of a response that differs from the terms. */
export type Lie =
  | 'shape'
  | 'chain'
  | 'contract'
  | 'payer'
  | 'token'
  | 'payee'
  | 'amount'
  | 'fee'
  | 'count'
  | 'calendar'
  | 'deadline'
  | 'order'
  | 'approval'

/** The maximum validity of a permit after the last payment, in seconds, which allows late payments. */
const MAX_GRACE_S = 90 * 86_400

/**
 * Reads the typed data that the service returns for signing, and compares every member with the terms. The caller
 * builds the signed data from the returned permit, so that none of the service's JSON reaches a wallet.
 */
export function checkPermit(
  typedData: unknown,
  facts: ScheduleFacts,
): { permit: SchedulePermit } | { lie: Lie } {
  const domain = member(typedData, 'domain')
  if (member(domain, 'chainId') !== facts.network.chainId) return { lie: 'chain' }
  if (!isAddress(member(domain, 'verifyingContract'), facts.contract)) return { lie: 'contract' }
  const permit = readPermit(member(typedData, 'message'))
  if (permit === null) return { lie: 'shape' }
  const lie = findLie(permit, facts)
  if (lie !== null) return { lie }
  const { terms, token } = facts
  // The addresses are equal, but only the terms' notation is known to be well-formed.
  const addresses = { subscriber: terms.payer, token: token.address, recipient: terms.payee }
  return { permit: { ...permit, ...addresses, feeAddress: ZERO_ADDRESS } }
}

function findLie(permit: SchedulePermit, facts: ScheduleFacts): Lie | null {
  const { terms, token, amountUnits, dueS } = facts
  const [firstS = 0] = dueS
  const lastS = dueS.at(-1) ?? 0
  if (!isSameAddress(permit.subscriber, terms.payer)) return 'payer'
  if (!isSameAddress(permit.token, token.address)) return 'token'
  if (!isSameAddress(permit.recipient, terms.payee)) return 'payee'
  if (permit.amount !== amountUnits) return 'amount'
  if (permit.feeAmount !== 0n || permit.relayerFee !== 0n) return 'fee'
  if (!isSameAddress(permit.feeAddress, ZERO_ADDRESS)) return 'fee'
  if (permit.totalPayments !== terms.totalPayments) return 'count'
  if (permit.firstPayment !== firstS) return 'calendar'
  const offsetsS = dueS.map((due) => due - firstS)
  if (permit.periodSeconds !== largestPeriodSeconds(offsetsS)) return 'calendar'
  if (permit.deadline < lastS || permit.deadline > lastS + MAX_GRACE_S) return 'deadline'
  return permit.strictOrder ? null : 'order'
}

/**
 * Reads the approvals that precede the signature, which must be sufficient and for the right contract. An approval of 0 may
 * precede the last one.
 */
export function checkApprovals(
  transactions: unknown,
  facts: ScheduleFacts,
): { calls: readonly ContractCall[]; allowanceUnits: bigint } | { lie: Lie } {
  if (!Array.isArray(transactions) || transactions.length > 2) return { lie: 'approval' }
  const approvals = transactions.map((transaction) => readApproval(transaction, facts))
  const calls = approvals.flatMap((approval) => (approval === null ? [] : [approval.call]))
  if (calls.length < approvals.length) return { lie: 'approval' }
  const [first, second] = approvals
  if (!first) return { calls, allowanceUnits: facts.totalUnits }
  if (second && first.units !== 0n) return { lie: 'approval' }
  const { units } = second ?? first
  return units < facts.totalUnits ? { lie: 'approval' } : { calls, allowanceUnits: units }
}

/** The calls that revoke a schedule on chain: a lower allowance, or this project's own `cancelPermit`. */
export type TakeBack =
  | { readonly kind: 'lower'; readonly call: ContractCall; readonly units: bigint }
  | { readonly kind: 'revoke'; readonly call: ContractCall }

/** Reads the transactions for a cancelled schedule; null if one of them does anything else. */
export function readTakeBacks(
  transactions: unknown,
  facts: Pick<ScheduleFacts, 'token' | 'contract' | 'network'>,
  revokeSelector: string,
): readonly TakeBack[] | null {
  if (!Array.isArray(transactions)) return null
  const read = transactions.map((transaction: unknown): TakeBack | null => {
    const approval = readApproval(transaction, facts)
    if (approval !== null) return { kind: 'lower', ...approval }
    const call = readCall(transaction, facts)
    const isRevocation =
      call !== null &&
      isSameAddress(call.to, facts.contract) &&
      call.data.toLowerCase().startsWith(revokeSelector)
    return isRevocation ? { kind: 'revoke', call } : null
  })
  const steps = read.flatMap((step) => (step === null ? [] : [step]))
  return steps.length === read.length ? steps : null
}

function readApproval(
  transaction: unknown,
  facts: Pick<ScheduleFacts, 'token' | 'contract' | 'network'>,
): { call: ContractCall; units: bigint } | null {
  const call = readCall(transaction, facts)
  if (call === null || !isSameAddress(call.to, facts.token.address)) return null
  const units = /^0x095ea7b3[0-9a-f]{64}([0-9a-f]{64})$/i.exec(call.data)?.[1]
  if (units === undefined) return null
  const amountUnits = BigInt(`0x${units}`)
  // Encodes the approval again and compares it: only equality proves that the calldata contains nothing else.
  const { data } = encodeApprove({ token: call.to, spender: facts.contract, amountUnits })
  return data.toLowerCase() === call.data.toLowerCase() ? { call, units: amountUnits } : null
}

function readCall(
  transaction: unknown,
  { network }: Pick<ScheduleFacts, 'network'>,
): ContractCall | null {
  const to = member(transaction, 'to')
  const data = member(transaction, 'data')
  const chainId = member(transaction, 'chainId')
  if (typeof to !== 'string' || typeof data !== 'string') return null
  if (chainId !== undefined && chainId !== network.chainId) return null
  return member(transaction, 'value') === '0x0' ? { to, data } : null
}

/** Reads a permit's members from its JSON form; null if one is missing or malformed. */
function readPermit(message: unknown): SchedulePermit | null {
  const address = (name: string) => textOf(message, name, /^0x[0-9a-f]{40}$/i)
  const units = (name: string) => textOf(message, name, /^\d{1,39}$/)
  const count = (name: string): number => {
    const value = member(message, name)
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : -1
  }
  const nonce = textOf(message, 'nonce', /^0x[0-9a-f]{64}$/)
  const texts = [
    ...['subscriber', 'token', 'recipient', 'feeAddress'].map(address),
    ...['amount', 'feeAmount', 'relayerFee'].map(units),
  ]
  const [subscriber, token, recipient, feeAddress, amount, feeAmount, relayerFee] = texts
  const counts = ['periodSeconds', 'firstPayment', 'totalPayments', 'deadline'].map(count)
  const [periodSeconds = -1, firstPayment = -1, totalPayments = -1, deadline = -1] = counts
  const strictOrder = member(message, 'strictOrder')
  if (!subscriber || !token || !recipient || !feeAddress || nonce === null) return null
  if (!amount || !feeAmount || !relayerFee || counts.some((value) => value < 0)) return null
  if (typeof strictOrder !== 'boolean') return null
  return {
    subscriber,
    token,
    recipient,
    feeAddress,
    amount: BigInt(amount),
    feeAmount: BigInt(feeAmount),
    relayerFee: BigInt(relayerFee),
    periodSeconds,
    firstPayment,
    totalPayments,
    nonce: `0x${nonce.slice(2)}`,
    deadline: BigInt(deadline),
    strictOrder,
  }
}

function textOf(owner: unknown, name: string, form: RegExp): string | null {
  const value = member(owner, name)
  return typeof value === 'string' && form.test(value) ? value : null
}

function isAddress(value: unknown, address: string): boolean {
  return typeof value === 'string' && isSameAddress(value, address)
}

function member(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined
}
