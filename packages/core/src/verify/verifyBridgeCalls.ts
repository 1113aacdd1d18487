import { type DecodedCall, isSameAddress } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { refuse } from './CalldataMismatchError.ts'
import { checkDeposit, isDeposit } from './checkDeposit.ts'
import {
  type BridgeExpectation,
  type ExpectedTransfer,
  expectedTransfer,
} from './expectedTransfer.ts'
import { findDestinationCall } from './findDestinationCall.ts'
import {
  checkApprovals,
  findPayment,
  type ReceivedCall,
  type ReceivedTransaction,
  readKnownCall,
  readTransactions,
  type WireTransaction,
} from './verifyCalldata.ts'

/**
 * Checks a host's transactions for a payment from another chain before any of them is signed. They must be, in this order:
 *
 * - a reset to 0 if the token needs it;
 * - an approval for exactly the displayed amount to the source network's LiFiDiamond;
 * - one transaction to that contract without native coins.
 *
 * The effect of that transaction on the destination chain is checked as far as its encoding is known: see `VerifiedBridgeCalls`.
 *
 * The approval is always required, even if an earlier, larger one remains: it stops the bridge from spending more of the token than
 * displayed. Sign the payment only after the approval is mined.
 *
 * @throws CalldataMismatchError for every deviation, and when the displayed payment cannot be made.
 */
export function verifyBridgeCalls(
  expected: BridgeExpectation,
  transactions: readonly WireTransaction[],
): VerifiedBridgeCalls {
  const { network } = expected
  const transfer = expectedTransfer(expected)
  const { bridge, need, order } = transfer
  const calls = readTransactions(transactions, network.chainId).map(readCall)
  const payment = findPayment(calls)
  const approvals = calls.slice(0, payment.index).filter(isKnownCall)
  const approvalSteps = checkApprovals(approvals, [need], bridge, 'exact')
  assertApproved(approvalSteps, transfer)
  assertBridgeCall(payment, bridge)
  const { data } = payment.transaction
  const pay: Step = {
    kind: 'pay',
    transaction: { to: bridge, data, value: 0n },
    token: order.token,
    spender: bridge,
    amountUnits: order.amountUnits,
  }
  return { steps: [...approvalSteps, pay], ...judgeCalldata(payment, { network, transfer }) }
}

/**
 * The transactions to sign, and how much of them is verified.
 *
 * - `decoded`: a call to the devnet's bridge was decoded completely. Everything except the quote's id and the deadline equals this
 *   library's call for the displayed payment. Its destination call is always verified.
 * - `searched`: the bridge's encoding is unknown, because LI.FI has many encodings. With `verified`, its bytes contain the exact payment
 *   and no other. With `not_carried`, they contain no payment, so the arrival depends only on the host and the bridge.
 *
 * In both cases, the contract, the chain and the maximum that leaves the wallet in this token are certain. With `searched`, the bridge's
 * behaviour is not: it may carry bytes without using them. It can also spend other tokens that the payer once approved for LI.FI and never
 * revoked, as every transaction to LI.FI's contract can.
 */
export type VerifiedBridgeCalls = {
  /** The approvals, followed by the payment. */
  steps: readonly Step[]
} & CalldataJudgement

type CalldataJudgement =
  | { calldata: 'decoded'; destinationCall: 'verified' }
  | { calldata: 'searched'; destinationCall: 'verified' | 'not_carried' }

/** A call that this library cannot decode counts as the bridge's. */
type BridgeCall = ReceivedTransaction & { call: DecodedCall | { kind: 'bridge_call' } }

function readCall(received: ReceivedTransaction): BridgeCall {
  return { ...received, call: readKnownCall(received) ?? { kind: 'bridge_call' } }
}

function isKnownCall(received: BridgeCall): received is ReceivedCall {
  return received.call.kind !== 'bridge_call'
}

function assertApproved(
  steps: readonly Step[],
  { need, bridge, resetsApproval }: ExpectedTransfer,
): void {
  const [first] = steps
  if (first === undefined)
    throw refuse('missing_transaction', 0, `an approval of ${need.units} for ${bridge}`, '')
  if (first.kind === 'reset_approval' && !resetsApproval)
    throw refuse('extra_transaction', 0, 'an approval', 'a reset that the token does not need')
}

function assertBridgeCall({ call, transaction, index }: BridgeCall, bridge: string): void {
  if (call.kind !== 'bridge_call')
    throw refuse('unexpected_method', index, 'bridge_call', call.kind)
  if (!isSameAddress(transaction.to, bridge))
    throw refuse('wrong_contract', index, bridge.toLowerCase(), transaction.to)
  if (transaction.value !== 0n) throw refuse('wrong_value', index, '0', `${transaction.value}`)
}

/** A local chain has only the devnet's bridge, which has the address of LI.FI's bridge on a fork of a real chain. */
function judgeCalldata(
  payment: ReceivedTransaction,
  { network, transfer }: { network: Network; transfer: ExpectedTransfer },
): CalldataJudgement {
  if (network.isLocal || isDeposit(payment.transaction.data)) {
    checkDeposit(payment, transfer)
    return { calldata: 'decoded', destinationCall: 'verified' }
  }
  const isFound = findDestinationCall(payment, transfer.call)
  return { calldata: 'searched', destinationCall: isFound ? 'verified' : 'not_carried' }
}
