import { type DecodedCall, isSameAddress } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { refuse } from './CalldataMismatchError.ts'
import { checkApprovals } from './checkApprovals.ts'
import { checkDeposit, isDeposit } from './checkDeposit.ts'
import {
  type BridgeExpectation,
  type ExpectedTransfer,
  expectedTransfer,
} from './expectedTransfer.ts'
import { findDestinationCall } from './findDestinationCall.ts'
import { findPayment } from './findPayment.ts'
import {
  type ReceivedCall,
  type ReceivedTransaction,
  readKnownCall,
  readTransactions,
  type WireTransaction,
} from './readCalls.ts'

/**
 * Checks a host's transactions for a payment from another chain before any of them is signed. They must be, in this order:
 * a reset to 0 if the token needs it, an approval of exactly the amount shown to the source network's LiFiDiamond, and one
 * transaction to that contract without native coins. What that one does on the destination chain is checked as far as it
 * can be read: see `VerifiedBridgeCalls`.
 *
 * The approval is never left out: it is what keeps the bridge from taking more of the token than was shown, also when an
 * earlier, larger one is left. Sign the payment only once it is mined.
 *
 * @throws CalldataMismatchError for every deviation, and when the payment shown cannot be made.
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
  const approvalSteps = checkApprovals(approvals, [need], bridge)
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
 * What may be signed, and how much of it is known.
 *
 * - `decoded`: a call of the devnet's bridge was decoded whole, and everything but the quote's id and the deadline is what
 *   this library builds for what was shown. Its destination call is always verified.
 * - `searched`: the bridge's encoding is not known here (LI.FI has many). `verified` then means that the exact payment is
 *   among its bytes and no other one is; `not_carried` that no payment is, so that only the host's and the bridge's word
 *   stands for what arrives. In both cases contract, chain and the most that leaves the wallet of this token are certain.
 *   What the bridge does is not: bytes can be carried and not used, and other tokens that the payer once approved for LI.FI
 *   and never took back are in its reach, as with every transaction to it.
 */
export type VerifiedBridgeCalls = {
  /** Approvals, then the payment, last. */
  steps: readonly Step[]
} & CalldataJudgement

type CalldataJudgement =
  | { calldata: 'decoded'; destinationCall: 'verified' }
  | { calldata: 'searched'; destinationCall: 'verified' | 'not_carried' }

/** A call that this library does not know is the bridge's. */
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

/** A local chain has the devnet's bridge alone; in a copy of a real one it stands where LI.FI's would. */
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
