import { type BridgeDelivery, type BridgeOrder, bridgeAbi } from '@secure-payment/devnet'
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { last, onApproval, onPay, onToken, reapprove } from './changeCalls.ts'
import { type Call, type Decoys, type Lie, lie, ONE_COIN, OTHER_REFERENCE, THIEF } from './lie.ts'

/** Lies about a payment from another chain: `[approve, deposit]`; the deposit contains the payment on the destination. */
export function bridgeLies(decoys: Decoys): readonly Lie[] {
  return [
    ...approvalLies(decoys),
    ...depositLies(decoys),
    ...deliveryLies(decoys),
    ...arrivalLies(decoys),
    ...listLies(),
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
      'an approval of another token',
      'wrong_token',
      onApproval(() => ({ to: dai })),
    ),
    lie(
      'an approval on the destination',
      'wrong_chain',
      onApproval(() => ({ chainId: 31_338 })),
    ),
  ]
}

function depositLies({ dai, erc20Proxy }: Decoys): readonly Lie[] {
  return [
    lie(
      'an unknown contract',
      'wrong_contract',
      onPay(() => ({ to: THIEF })),
    ),
    lie(
      'the bridge of another network',
      'wrong_contract',
      onPay(() => ({ to: LIFI_DIAMOND })),
    ),
    lie(
      'the payment contract',
      'wrong_contract',
      onPay(() => ({ to: erc20Proxy })),
    ),
    lie(
      'additional coins',
      'wrong_value',
      onPay(() => ({ value: ONE_COIN })),
    ),
    lie(
      'the destination as its chain',
      'wrong_chain',
      onPay(() => ({ chainId: 31_338 })),
    ),
    lie(
      'one unit more',
      'wrong_source_amount',
      onOrder(({ amount }) => ({ amount: amount + 1n })),
    ),
    lie(
      'one unit less',
      'wrong_source_amount',
      onOrder(({ amount }) => ({ amount: amount - 1n })),
    ),
    lie(
      'another token',
      'wrong_token',
      onOrder(() => ({ token: dai })),
    ),
    lie(
      'another destination',
      'wrong_destination',
      onOrder(() => ({ toChainId: 1n })),
    ),
    lie(
      'bytes after the order',
      'malformed_calldata',
      onPay(({ data }) => ({ data: `${data}${'00'.repeat(32)}` })),
    ),
  ]
}

function deliveryLies({ dai, conversionProxy }: Decoys): readonly Lie[] {
  return [
    lie(
      'another fallback address',
      'wrong_fallback',
      onDelivery(() => ({ fallbackAddress: THIEF })),
    ),
    lie(
      'another contract on arrival',
      'wrong_target',
      onDelivery(() => ({ target: THIEF })),
    ),
    lie(
      'another known contract on arrival',
      'wrong_target',
      onDelivery(() => ({ target: conversionProxy })),
    ),
    lie(
      'another spender on arrival',
      'wrong_spender',
      onDelivery(() => ({ spender: THIEF })),
    ),
    lie(
      'another token on arrival',
      'wrong_token',
      onDelivery(() => ({ token: dai })),
    ),
    lie(
      'less on arrival',
      'wrong_delivery',
      onDelivery(({ amount }) => ({ amount: amount - 1n })),
    ),
    lie(
      'too little gas on arrival',
      'wrong_gas_limit',
      onDelivery(() => ({ gasLimit: 21_000n })),
    ),
  ]
}

/** Changes each argument of the payment that the bridge makes on the destination chain. */
function arrivalLies({ dai }: Decoys): readonly Lie[] {
  return [
    lie('a payment to another payee', 'wrong_payee', onArrival({ to: THIEF })),
    lie('a payment of one unit less', 'wrong_amount', onArrival({ amount: (units) => units - 1n })),
    lie('a payment in another token', 'wrong_token', onArrival({ token: dai })),
    lie('another payment reference', 'wrong_reference', onArrival({ reference: OTHER_REFERENCE })),
    lie('a fee that was not requested', 'wrong_fee_amount', onArrival({ fee: () => 1n })),
    lie(
      'no payment on arrival',
      'unknown_method',
      onDelivery(() => ({ callData: '0x' })),
    ),
    lie(
      'a transfer on arrival',
      'unknown_method',
      onDelivery(({ amount }) => ({ callData: encodeTransfer(amount) })),
    ),
  ]
}

/** Lists lies that remove, add or move transactions. */
function listLies(): readonly Lie[] {
  return [
    lie('no payment at all', 'missing_transaction', (calls) => calls.pop()),
    lie('the payment twice', 'duplicate_payment', (calls) => calls.push({ ...last(calls) })),
    lie('a second payment to another payee', 'extra_transaction', (calls) => {
      const second = { ...last(calls) }
      onDelivery(() => ({ fallbackAddress: THIEF }))([second])
      calls.push(second)
    }),
    lie('a transfer after the payment', 'extra_transaction', (calls) => {
      const [{ to }] = [calls[0] ?? last(calls)]
      calls.push({ to, data: encodeTransfer(1n), value: '0x0' })
    }),
    lie('the payment before its approval', 'payment_before_approval', (calls) => calls.reverse()),
  ]
}

/** LI.FI's contract on the networks that LI.FI serves; a local chain has a different contract. */
const LIFI_DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** Changes the order to the bridge in the payer's transaction. */
function onOrder(change: (order: BridgeOrder) => Partial<BridgeOrder>): (calls: Call[]) => void {
  return onPay(({ data }) => {
    const call = decodeFunctionData({ abi: bridgeAbi, data })
    if (call.functionName !== 'deposit') throw new Error('This is no deposit.')
    const [order] = call.args
    const args = [{ ...order, ...change(order) }] as const
    return { data: encodeFunctionData({ abi: bridgeAbi, functionName: 'deposit', args }) }
  })
}

/** Changes the delivery on the destination. */
function onDelivery(
  change: (delivery: BridgeDelivery) => Partial<BridgeDelivery>,
): (calls: Call[]) => void {
  return onOrder(({ delivery }) => ({ delivery: { ...delivery, ...change(delivery) } }))
}

/** Changes arguments of the payment on the destination. */
function onArrival(changes: Parameters<typeof onToken>[0]): (calls: Call[]) => void {
  return onDelivery(({ target: to, callData: data }) => {
    const call: Call = { to, data, value: 0 }
    onToken(changes)([call])
    return { callData: call.data }
  })
}

function encodeTransfer(units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THIEF, units] })
}
