import type { Page } from '@playwright/test'
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { batchAbi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from '../../devnet/contractAbis.ts'
import { createStranger } from './payer.ts'

/** A transaction of the `/pay` answer, as it is on the wire. */
export type Call = { to: Hex; data: Hex; value: unknown; chainId?: number }

/** A way in which a host may try to have something else signed than it shows. */
export type Lie = {
  name: string
  /** What the element has to say in `error.params.reason`. */
  reason: string
  /** Changes the transactions: approvals first, the payment last. */
  change(calls: Call[]): void
}

/** Who a lying host works for. */
const THIEF = createStranger().address
const OTHER_REFERENCE: Hex = '0x0123456789abcdef'
const ONE_COIN = toHex(parseEther('1'))

/** What a lying host may need of the world: tokens and contracts that are real, but not the ones of the payment. */
export type Decoys = { dai: Hex; conversionProxy: Hex; erc20Proxy: Hex }

/** Lies about a token payment with a fee: `[approve, pay]`. */
export function tokenLies(decoys: Decoys): readonly Lie[] {
  return [...paymentLies(decoys), ...approvalLies(decoys), ...listLies(), ...formLies()]
}

/** Each argument of the payment itself, its contract, its value. */
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
      'a contract that nobody knows',
      'wrong_contract',
      onPay(() => ({ to: THIEF })),
    ),
    lie(
      'another known contract',
      'wrong_contract',
      onPay(() => ({ to: conversionProxy })),
    ),
    lie(
      'coins on top',
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
      'an approval of 0 alone',
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

/** Transactions missing, added or moved. */
function listLies(): readonly Lie[] {
  return [
    lie('no payment at all', 'missing_transaction', (calls) => calls.pop()),
    lie('nothing at all', 'missing_transaction', (calls) => calls.splice(0)),
    lie('the payment twice', 'duplicate_payment', (calls) => calls.push({ ...last(calls) })),
    lie('a second payment to somebody else', 'extra_transaction', (calls) => {
      const second = { ...last(calls) }
      onToken({ to: THIEF })([second])
      calls.push(second)
    }),
    lie('the payment before its approval', 'payment_before_approval', (calls) => calls.reverse()),
    lie('an approval behind the payment', 'payment_before_approval', (calls) => {
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

/** Calldata and members in a form that no honest encoder writes. */
function formLies(): readonly Lie[] {
  return [
    lie(
      'bytes behind the calldata',
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
      'a value that is no number',
      'malformed_value',
      onPay(() => ({ value: 'lots' })),
    ),
    lie(
      'a negative value',
      'malformed_value',
      onPay(() => ({ value: -1 })),
    ),
    lie(
      'an address that is none',
      'malformed_transaction',
      onPay(() => ({ to: '0x5ecc' })),
    ),
  ]
}

/** Lies about a payment in the native coin: `[pay]`. */
export function nativeLies({ erc20Proxy, dai }: Decoys): readonly Lie[] {
  return [
    lie(
      'a higher value',
      'wrong_value',
      onPay(({ value }) => ({ value: toHex(BigInt(String(value)) + 1n) })),
    ),
    lie(
      'no value',
      'wrong_value',
      onPay(() => ({ value: 0 })),
    ),
    lie('another payee', 'wrong_payee', onNative({ to: THIEF })),
    lie('a fee', 'wrong_fee_amount', onNative({ fee: 1n })),
    lie(
      'the token’s contract',
      'wrong_contract',
      onPay(() => ({ to: erc20Proxy })),
    ),
    lie(
      'a plain transfer',
      'unknown_method',
      onPay(() => ({ to: THIEF, data: '0x' })),
    ),
    lie('an approval in front', 'unexpected_approval', (calls) => {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [THIEF, maxUint256],
      })
      calls.unshift({ to: dai, data, value: 0 })
    }),
  ]
}

/** Lies about a batch of three tokens: `[approve, …, batch]`. */
export function batchLies(): readonly Lie[] {
  return [
    lie(
      'two items swapped',
      'item_order',
      onItems((items) => items.toReversed()),
    ),
    lie(
      'an item added',
      'extra_item',
      onItems((items) => [
        ...items,
        ...items.slice(-1).map((item) => ({ ...robbed(item), paymentReference: OTHER_REFERENCE })),
      ]),
    ),
    lie(
      'an item left out',
      'missing_item',
      onItems((items) => items.slice(1)),
    ),
    lie(
      'the payee of one item',
      'wrong_payee',
      onItems((items) => items.map((item, index) => (index === 1 ? robbed(item) : item))),
    ),
    lie(
      'the amount of one item',
      'wrong_amount',
      onItems((items) =>
        items.map((item, index) =>
          index === 2 ? { ...item, requestAmount: item.requestAmount + 1n } : item,
        ),
      ),
    ),
    lie(
      'another address for the batch’s own fee',
      'wrong_fee_address',
      onPay(({ data }) => {
        const [groups, paths] = decodeBatch(data)
        return { data: encodeBatch(groups, paths, THIEF) }
      }),
    ),
    lie(
      'the batch to another contract',
      'wrong_contract',
      onPay(() => ({ to: THIEF })),
    ),
    lie(
      'an approval for somebody else',
      'wrong_spender',
      onApproval(({ data }) => ({ data: reapprove(data, THIEF, (units) => units) })),
    ),
  ]
}

/** Answers `/pay` with the lie from call number `from` on, 1 unless told. */
export async function lieAboutCalldata(page: Page, { change }: Lie, from = 1): Promise<void> {
  let number = 0
  await page.route('**/v2/secure-payments/*/pay?*', async (route) => {
    number += 1
    const response = await route.fetch()
    if (number < from) return route.fulfill({ response })
    const answer = await response.json()
    const isBatch = 'batchPaymentTransaction' in answer
    const calls: Call[] = isBatch
      ? [...answer.ERC20ApprovalTransactions, answer.batchPaymentTransaction]
      : answer.transactions
    const truth = JSON.stringify(calls)
    change(calls)
    if (JSON.stringify(calls) === truth) throw new Error('This lie is the truth.')
    const json = isBatch
      ? {
          ...answer,
          ERC20ApprovalTransactions: calls.slice(0, -1),
          batchPaymentTransaction: calls.at(-1),
        }
      : { ...answer, transactions: calls }
    return route.fulfill({ response, json })
  })
}

function lie(name: string, reason: string, change: (calls: Call[]) => unknown): Lie {
  return { name, reason, change: (calls) => void change(calls) }
}

function first([call]: readonly Call[]): Call {
  if (call === undefined) throw new Error('There is no transaction.')
  return call
}

function last(calls: readonly Call[]): Call {
  return first(calls.slice(-1))
}

function onPay(change: (call: Call) => Partial<Call>): (calls: Call[]) => void {
  return (calls) => void Object.assign(last(calls), change(last(calls)))
}

function onApproval(change: (call: Call) => Partial<Call>): (calls: Call[]) => void {
  return (calls) => void Object.assign(first(calls), change(first(calls)))
}

function onToken(changes: {
  token?: Hex
  to?: Hex
  amount?: (units: bigint) => bigint
  reference?: string
  fee?: (units: bigint) => bigint
  feeAddress?: Hex
}): (calls: Call[]) => void {
  return onPay(({ data }) => {
    const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data })
    const [token, to, amount, reference, fee, feeAddress] = args
    return {
      data: encodeFunctionData({
        abi: erc20FeeProxyAbi,
        functionName: 'transferFromWithReferenceAndFee',
        args: [
          changes.token ?? token,
          changes.to ?? to,
          changes.amount?.(amount) ?? amount,
          changes.reference === undefined ? reference : `0x${changes.reference.slice(2)}`,
          changes.fee?.(fee) ?? fee,
          changes.feeAddress ?? feeAddress,
        ],
      }),
    }
  })
}

function onNative(changes: { to?: Hex; fee?: bigint }): (calls: Call[]) => void {
  return onPay(({ data }) => {
    const { args } = decodeFunctionData({ abi: ethereumFeeProxyAbi, data })
    const [to, reference, fee, feeAddress] = args
    return {
      data: encodeFunctionData({
        abi: ethereumFeeProxyAbi,
        functionName: 'transferWithReferenceAndFee',
        args: [
          changes.to ?? to,
          reference,
          changes.fee ?? fee,
          changes.fee === undefined ? feeAddress : THIEF,
        ],
      }),
    }
  })
}

function reapprove(data: Hex, spender: Hex | null, amount: (units: bigint) => bigint): Hex {
  const call = decodeFunctionData({ abi: erc20Abi, data })
  if (call.functionName !== 'approve') throw new Error('This is no approval.')
  const [named, units] = call.args
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender ?? named, amount(units)],
  })
}

type Groups = ReturnType<typeof decodeBatch>[0]
type Item = Groups[number]['requestDetails'][number]

function decodeBatch(data: Hex) {
  const call = decodeFunctionData({ abi: batchAbi, data })
  if (call.functionName !== 'batchPayments') throw new Error('This is no batch.')
  return call.args
}

function encodeBatch(groups: Groups, paths: readonly (readonly Hex[])[], feeAddress: Hex): Hex {
  return encodeFunctionData({
    abi: batchAbi,
    functionName: 'batchPayments',
    args: [groups, paths, feeAddress],
  })
}

function onItems(change: (items: readonly Item[]) => readonly Item[]): (calls: Call[]) => void {
  return onPay(({ data }) => {
    const [groups, paths, feeAddress] = decodeBatch(data)
    const changed = groups.map((group) => ({
      ...group,
      requestDetails: change(group.requestDetails),
    }))
    return { data: encodeBatch(changed, paths, feeAddress) }
  })
}

function robbed(item: Item): Item {
  return { ...item, recipient: THIEF }
}
