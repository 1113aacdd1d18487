import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { first, last, onApproval, onPay, onToken, reapprove } from './changeCalls.ts'
import { type Decoys, type Lie, lie, ONE_COIN, OTHER_REFERENCE, THIEF } from './lie.ts'

/** Lies about a token payment with a fee: `[approve, pay]`. */
export function tokenLies(decoys: Decoys): readonly Lie[] {
  return [...paymentLies(decoys), ...approvalLies(decoys), ...listLies(), ...formLies()]
}

/** Lies about the payment call: each of its arguments, its contract, value and chain. */
function paymentLies({ dai, conversionProxy }: Decoys): readonly Lie[] {
  return [
    lie('another payee', 'wrong_payee', onToken({ to: THIEF })),
    lie('one unit more', 'wrong_amount', onToken({ amount: (units) => units + 1n })),
    lie('one unit less', 'wrong_amount', onToken({ amount: (units) => units - 1n })),
    lie('another token', 'wrong_token', onToken({ token: dai })),
    lie('another payment reference', 'wrong_reference', onToken({ reference: OTHER_REFERENCE })),
    lie('a higher fee', 'wrong_fee_amount', onToken({ fee: (units) => units * 10n })),
    lie('no fee', 'wrong_fee_amount', onToken({ fee: () => 0n })),
    lie('another fee address', 'wrong_fee_address', onToken({ feeAddress: THIEF })),
    lie(
      'an unknown contract',
      'wrong_contract',
      onPay(() => ({ to: THIEF })),
    ),
    lie(
      'another known contract',
      'wrong_contract',
      onPay(() => ({ to: conversionProxy })),
    ),
    lie(
      'additional coins',
      'wrong_value',
      onPay(() => ({ value: ONE_COIN })),
    ),
    lie(
      'another chain',
      'wrong_chain',
      onPay(() => ({ chainId: 1 })),
    ),
  ]
}

function approvalLies({ dai }: Decoys): readonly Lie[] {
  const approve = (spender: Hex | null, amount: (units: bigint) => bigint) =>
    onApproval(({ data }) => ({ data: reapprove(data, spender, amount) }))
  const same = (units: bigint) => units
  return [
    lie('another spender', 'wrong_spender', approve(THIEF, same)),
    lie(
      'an unlimited approval',
      'unlimited_approval',
      approve(null, () => maxUint256),
    ),
    lie(
      'an approval of one unit more',
      'excessive_approval',
      approve(null, (units) => units + 1n),
    ),
    lie(
      'an approval of one unit less',
      'insufficient_approval',
      approve(null, (units) => units - 1n),
    ),
    lie(
      'only an approval of 0',
      'reset_without_approval',
      approve(null, () => 0n),
    ),
    lie(
      'an approval of another token',
      'wrong_token',
      onApproval(() => ({ to: dai })),
    ),
    lie(
      'coins with the approval',
      'wrong_value',
      onApproval(() => ({ value: ONE_COIN })),
    ),
  ]
}

/** Lists lies that remove, add or move transactions. */
function listLies(): readonly Lie[] {
  return [
    lie('no payment at all', 'missing_transaction', (calls) => calls.pop()),
    lie('nothing at all', 'missing_transaction', (calls) => calls.splice(0)),
    lie('the payment twice', 'duplicate_payment', (calls) => calls.push({ ...last(calls) })),
    lie('a second payment to another payee', 'extra_transaction', (calls) => {
      const second = { ...last(calls) }
      onToken({ to: THIEF })([second])
      calls.push(second)
    }),
    lie('the payment before its approval', 'payment_before_approval', (calls) => calls.reverse()),
    lie('an approval after the payment', 'payment_before_approval', (calls) => {
      calls.push({ ...first(calls), data: reapprove(first(calls).data, THIEF, () => maxUint256) })
    }),
    lie('the approval twice', 'duplicate_approval', (calls) => calls.unshift({ ...first(calls) })),
    lie('a transfer in place of the payment', 'unknown_method', (calls) => {
      last(calls).data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [THIEF, 12_500_000n],
      })
    }),
    lie('a permission by another method', 'unknown_method', (calls) => {
      const abi = parseAbi(['function increaseAllowance(address spender, uint256 addedValue)'])
      first(calls).data = encodeFunctionData({ abi, args: [THIEF, maxUint256] })
    }),
  ]
}

/** Writes calldata and members in a form that no honest encoder writes. */
function formLies(): readonly Lie[] {
  return [
    lie(
      'bytes after the calldata',
      'malformed_calldata',
      onPay(({ data }) => ({ data: `${data}${'00'.repeat(32)}` })),
    ),
    lie(
      'an address with more than 20 bytes',
      'malformed_calldata',
      // The upper bytes of the second argument, the payee.
      onPay(({ data }) => ({ data: `0x${data.slice(2, 74)}01${data.slice(76)}` })),
    ),
    lie(
      'a payment reference of 9 bytes',
      'malformed_calldata',
      onToken({ reference: `${OTHER_REFERENCE}00` }),
    ),
    lie(
      'a value that is not a number',
      'malformed_value',
      onPay(() => ({ value: 'lots' })),
    ),
    lie(
      'a negative value',
      'malformed_value',
      onPay(() => ({ value: -1 })),
    ),
    lie(
      'an invalid address',
      'malformed_transaction',
      onPay(() => ({ to: '0x5ecc' })),
    ),
  ]
}
