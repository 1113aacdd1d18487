import { payStep } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { DESTINATION_CALL_GAS } from '@secure-payment/core/verify'
import { ways } from '@secure-payment/core/ways'
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { PaymentItem } from '../paymentMetadata.ts'
import { USDC } from './examples.ts'

/** The payer's money is on devnet-b, and the payment on devnet. The devnet's bridge is declared here as in its Solidity source. */
export const HERE = getNetwork('devnet')
export const THERE = getNetwork('devnet-b')
const bridgeAbi = parseAbi([
  'struct Delivery { address token; uint256 amount; address fallbackAddress; address target; address spender; uint256 gasLimit; bytes callData; }',
  'struct Order { bytes32 quoteId; address token; uint256 amount; uint256 toChainId; uint256 deadline; Delivery delivery; }',
  'function deposit(Order order) returns (bytes32 depositId)',
])
const BRIDGE = hex(THERE.contracts.LiFiDiamond?.address)

/** The amounts that arrive, in base units. */
export type Money = { readonly amountUnits: bigint; readonly feeUnits: bigint }

/** The changes of the bridge's order, and of the payment on arrival. */
export type Order = {
  readonly arriving?: bigint
  readonly token?: Hex
  readonly fallbackAddress?: Hex
  readonly toChainId?: bigint
  readonly payee?: Hex
}

/** Returns the transactions that pay an item over the devnet's bridge, and spend `spentUnits` of a token on devnet-b. */
export function transactionsOf(
  item: PaymentItem,
  money: Money,
  order: Order,
  spentUnits: bigint,
  spent: Hex = USDC,
) {
  const terms = {
    token: item.tokenAddress,
    payee: order.payee ?? item.payee,
    ...money,
    paymentReference: hex(item.paymentReference),
    feeAddress: item.fee?.address ?? null,
  }
  const call = payStep(HERE, terms).transaction
  const data = encodeFunctionData({
    abi: bridgeAbi,
    args: [
      {
        quoteId: `0x${'a5'.repeat(32)}`,
        token: spent,
        amount: spentUnits,
        toChainId: order.toChainId ?? BigInt(HERE.chainId),
        deadline: 1_793_606_520n,
        delivery: {
          token: order.token ?? USDC,
          amount: order.arriving ?? money.amountUnits + money.feeUnits,
          fallbackAddress: order.fallbackAddress ?? hex(item.payee),
          target: hex(call.to),
          spender: hex(call.to),
          gasLimit: DESTINATION_CALL_GAS,
          callData: hex(call.data),
        },
      },
    ],
  })
  const offer = {
    token: spent,
    units: spentUnits,
    spender: BRIDGE,
    transaction: { to: BRIDGE, data, value: 0n },
  }
  const steps = ways.bridged.steps(THERE, offer, { address: null, allowanceUnits: null })
  return steps.map(({ transaction: { to, data: bytes } }) => ({
    to,
    data: bytes,
    value: '0x0',
    chainId: THERE.chainId,
  }))
}

/** Returns a deposit without the bridge's own quote and deadline, which no page can check; any other data is unchanged. */
export function withoutBridgeTerms(data: unknown): unknown {
  try {
    const { args } = decodeFunctionData({ abi: bridgeAbi, data: hex(String(data)) })
    const [order] = args
    const terms = { quoteId: `0x${'00'.repeat(32)}` as const, deadline: 0n }
    return encodeFunctionData({ abi: bridgeAbi, args: [{ ...order, ...terms }] })
  } catch {
    return data
  }
}

export function hex(text: string | undefined): Hex {
  return `0x${text?.slice(2) ?? ''}`
}
