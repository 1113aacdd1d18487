import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { batchAbi } from '../../../devnet/contractAbis.ts'
import { onApproval, onPay, reapprove } from './changeCalls.ts'
import { type Call, type Lie, lie, OTHER_REFERENCE, THIEF } from './lie.ts'

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
      'an omitted item',
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
      'an approval for another spender',
      'wrong_spender',
      onApproval(({ data }) => ({ data: reapprove(data, THIEF, (units) => units) })),
    ),
  ]
}

/** Lies about a batch of two tokens whose payer bears the fee of the first item, and whose recipient bears the fee of the second. */
export function bearerLies(): readonly Lie[] {
  const at = (index: number, change: (item: Item) => Item) =>
    onItems((items) => items.map((item, place) => (place === index ? change(item) : item)))
  const pay = (item: Item, requestAmount: bigint) => ({ ...item, requestAmount })
  return [
    lie(
      'the recipient’s fee on top',
      'wrong_amount',
      at(1, (item) => pay(item, item.requestAmount + item.feeAmount)),
    ),
    lie(
      'the payer’s fee out of the recipient’s part',
      'wrong_amount',
      at(0, (item) => pay(item, item.requestAmount - item.feeAmount)),
    ),
    lie(
      'one unit of the recipient’s part as a fee',
      'wrong_amount',
      at(1, (item) => ({
        ...pay(item, item.requestAmount - 1n),
        feeAmount: item.feeAmount + 1n,
      })),
    ),
    lie(
      'one unit of the first fee as the second fee',
      'wrong_fee_amount',
      onItems((items) =>
        items.map((item, index) => ({
          ...item,
          feeAmount: item.feeAmount + (index === 0 ? -1n : 1n),
        })),
      ),
    ),
    lie(
      'no fee of the recipient',
      'wrong_fee_amount',
      at(1, (item) => ({ ...item, feeAmount: 0n })),
    ),
  ]
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
