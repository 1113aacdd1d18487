import { quoteInput } from '../errors.ts'
import type { Step } from '../step.ts'
import { abiNetwork } from '../tron/abiNetwork.ts'
import { abiPayment } from '../tron/abiPayment.ts'
import { fromAbiAddress } from '../tron/fromAbiAddress.ts'
import { toAbiAddress } from '../tron/toAbiAddress.ts'
import { tronStep } from '../tron/tronStep.ts'
import { isTronAddress } from '../tronAddress.ts'
import { CalldataMismatchError, refuse } from './CalldataMismatchError.ts'
import {
  type Expectation,
  refuseInvalid,
  verifySteps,
  type WireTransaction,
} from './verifyCalldata.ts'

/**
 * Checks a host's transactions for Tron before any of them is built, as `verifyCalldata` does for EVM chains. They must be at most one
 * approval, for the paying contract in the shipped registry, then the one payment, byte for byte. The approval is for the exact sum or for
 * the largest amount, which saves the next approval's energy. A reset to 0 may precede it. All addresses are Tron's. Only one item in
 * a token is supported: Tron has no batches, conversions or payments in its coin.
 *
 * Returns the steps to sign, rebuilt from the expectation. Only the choice of approvals comes from the host's response. The signer sets the
 * fee limits (`TRON_FEE_LIMITS`).
 *
 * @throws CalldataMismatchError for every deviation, and if the expectation itself cannot be paid.
 */
export function verifyTronSteps(
  expected: Expectation,
  transactions: readonly TronWireTransaction[],
): { steps: readonly Step[] } {
  try {
    return { steps: verifyAbiSteps(expected, transactions).map(tronStep) }
  } catch (error) {
    throw error instanceof CalldataMismatchError ? withTronAddresses(error) : error
  }
}

/** A transaction in the API's response for Tron; `to` is a Tron address. */
export type TronWireTransaction = WireTransaction & { chainType?: string }

function verifyAbiSteps(
  expected: Expectation,
  transactions: readonly TronWireTransaction[],
): readonly Step[] {
  const { network, items } = expected
  if (network.family !== 'tron')
    throw refuse('invalid_expectation', 0, 'a Tron network', network.id)
  const abiExpected = refuseInvalid(() => ({
    ...expected,
    network: abiNetwork(network),
    items: items.map(abiPayment),
  }))
  const receive = () => toAbiTransactions(transactions)
  return verifySteps(abiExpected, receive, 'exact_or_largest').steps
}

/** Converts addresses to ABI form. Leaves a value that is not a list or an object for the parser to reject. */
function toAbiTransactions(
  transactions: readonly TronWireTransaction[],
): readonly WireTransaction[] {
  // The list comes from a host that may be malicious, so its type proves nothing.
  return Array.isArray(transactions) ? transactions.map(toAbiTransaction) : transactions
}

function toAbiTransaction(wire: TronWireTransaction, index: number): WireTransaction {
  if (typeof wire !== 'object' || wire === null) return wire
  const { to, chainType = 'tron' } = wire
  if (chainType !== 'tron') throw refuse('wrong_chain', index, 'tron', quoteInput(chainType))
  if (!isTronAddress(to))
    throw refuse('malformed_transaction', index, 'a Tron address in "to"', quoteInput(to))
  return { ...wire, to: toAbiAddress(to) }
}

/** Rewrites an error in the chain's format: addresses become `T...`. */
function withTronAddresses(error: CalldataMismatchError): CalldataMismatchError {
  const { reason, index, expected, actual, cause } = error
  return refuse(reason, index, toTronText(expected), toTronText(actual), cause)
}

function toTronText(text: string): string {
  return text.replace(/0x[0-9a-f]{40}(?![0-9a-f])/gi, fromAbiAddress)
}
