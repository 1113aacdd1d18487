import { MAX_UINT256 } from '../amount.ts'
import { encodeApprove, isSameAddress } from '../evm/index.ts'
import type { TokenNeed } from '../routing/index.ts'
import type { Step } from '../step.ts'
import { type CalldataMismatchError, refuse } from './CalldataMismatchError.ts'
import type { ReceivedCall } from './readCalls.ts'

/**
 * Checks the approvals before a payment and rebuilds them as steps. Each needed token may have, in the order of `needs`: nothing, the
 * exact sum, or 0 and then the exact sum; always to `spender` and without value. Instead of the exact sum, `amounts` may allow the
 * largest amount.
 *
 * @throws CalldataMismatchError
 */
export function checkApprovals(
  calls: readonly ReceivedCall[],
  needs: readonly TokenNeed[],
  spender: string | null,
  amounts: ApprovedAmounts = 'exact',
): Step[] {
  // A native payment has no spender, and then no needs either.
  const progress: Progress = { needs, spender: spender ?? '', amounts, next: 0, openReset: null }
  const steps = calls.map((received) => checkApproval(received, progress))
  if (progress.openReset !== null) throw openResetError(progress.openReset, 'a payment')
  return steps
}

/** The allowed approval for a needed sum: only that sum, or the largest amount too. */
export type ApprovedAmounts = 'exact' | 'exact_or_largest'

/** The checker's position in `needs`, and the reset that still waits for its approval. */
type Progress = {
  readonly needs: readonly TokenNeed[]
  readonly spender: string
  readonly amounts: ApprovedAmounts
  /** Tokens before this one are settled. */
  next: number
  openReset: ReceivedCall | null
}

function checkApproval(received: ReceivedCall, progress: Progress): Step {
  const { call, index, transaction } = received
  const { needs, spender, amounts } = progress
  if (call.kind !== 'approve' || needs.length === 0)
    throw refuse('unexpected_approval', index, '', `${call.kind} on ${transaction.to}`)
  const position = needs.findIndex(({ token }) => isSameAddress(token, transaction.to))
  const need = needs[position]
  if (need === undefined)
    throw refuse('wrong_token', index, needs.map(({ token }) => token).join(' or '), transaction.to)
  if (!isSameAddress(call.spender, spender))
    throw refuse('wrong_spender', index, spender, call.spender)
  if (transaction.value !== 0n)
    throw refuse('wrong_value', index, '0', transaction.value.toString())
  const isLargest = amounts === 'exact_or_largest' && call.amountUnits === MAX_UINT256
  if (!isLargest) assertAmount(call.amountUnits, need.units, index)
  assertTurn(received, call.amountUnits === 0n, position, progress)

  const { token } = need
  const amountUnits = call.amountUnits
  const kind = amountUnits === 0n ? 'reset_approval' : 'approve'
  const rebuilt = encodeApprove({ token, spender, amountUnits })
  return { kind, transaction: rebuilt, token, spender, amountUnits }
}

function assertAmount(units: bigint, neededUnits: bigint, index: number): void {
  if (units === 0n || units === neededUnits) return
  const reason =
    units === MAX_UINT256
      ? 'unlimited_approval'
      : units > neededUnits
        ? 'excessive_approval'
        : 'insufficient_approval'
  throw refuse(reason, index, neededUnits.toString(), units.toString())
}

/** Tokens come in the order of the needs, each once, and a reset is followed by its approval. */
function assertTurn(
  received: ReceivedCall,
  isReset: boolean,
  position: number,
  progress: Progress,
): void {
  const { index, transaction } = received
  const { openReset, next } = progress
  if (openReset !== null && (isReset || openReset.transaction.to !== transaction.to))
    throw openResetError(openReset, `an approval of ${transaction.to}`)
  if (position < next) {
    const isRepeated = position === next - 1 && !isReset
    const reason = isRepeated ? 'duplicate_approval' : 'approval_order'
    throw refuse(reason, index, 'the next token or the payment', `${transaction.to} again`)
  }
  progress.openReset = isReset ? received : null
  progress.next = isReset ? position : position + 1
}

function openResetError(reset: ReceivedCall, actual: string): CalldataMismatchError {
  const expected = `an approval of ${reset.transaction.to} behind it`
  return refuse('reset_without_approval', reset.index, expected, actual)
}
