import { getNetwork } from '../src/networks/index.ts'
import {
  type BridgeExpectation,
  CalldataMismatchError,
  type ExpectedItem,
  verifyBridgeCalls,
  type WireTransaction,
} from '../src/verify/index.ts'
import { type LifiTransfer, type ViemOrder, viemDeposit, viemLifi } from './bridgeOracle.ts'
import { approve, FEE_ADDRESS, low, PAYEE } from './honestHost.ts'
import { viemCall } from './viemOracle.ts'

type Hex = `0x${string}`

// The addresses of the devnet's contracts and tokens, the same on each of its chains.
export const BRIDGE = '0x5ECc000000000000000000000000000000000009'
export const PROXY = '0x5eCC000000000000000000000000000000000001'
export const CONVERSION_PROXY = '0x5eCc000000000000000000000000000000000003'
export const USDC = '0x5ecc000000000000000000000000000000000101'
export const USDT = '0x5ECc000000000000000000000000000000000102'

/** 10 USDC and a fee of 0.02 on the devnet, for 10.05 USDT on its second chain. */
export const transfer: BridgeExpectation = {
  network: getNetwork('devnet-b'),
  token: USDT,
  sourceAmountUnits: 10_050_000n,
  destination: getNetwork('devnet'),
  terms: {
    payee: PAYEE,
    token: USDC,
    amountUnits: 10_000_000n,
    paymentReference: '0xcd5add6bac7bb5c9',
    feeUnits: 20_000n,
    feeAddress: FEE_ADDRESS,
  },
}
/** The same payment in USDC, which needs no reset. */
export const usdcTransfer: BridgeExpectation = { ...transfer, token: USDC }

// Circle's USDC on OP Mainnet and Base, Base's ERC20FeeProxy and LI.FI's Diamond, from the publishers' deployment lists.
export const OP_USDC = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
export const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const BASE_PROXY = '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814'
export const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** 10 USDC and a fee of 0.02 on Base, for 10.05 USDC on OP Mainnet. */
export const lifiTransfer: BridgeExpectation = {
  ...transfer,
  network: getNetwork('optimism'),
  token: OP_USDC,
  destination: getNetwork('base'),
  terms: { ...transfer.terms, token: BASE_USDC },
}

/** Returns the payment on arrival, encoded by viem. The arguments replace single facts, as a malicious host would. */
export const payCall = (changes: Partial<ExpectedItem & { token: string }> = {}): Hex => {
  const { token, payee, amountUnits, paymentReference, feeUnits, feeAddress } = {
    ...transfer.terms,
    ...changes,
  }
  return viemCall.erc20Payment(
    low(token ?? ''),
    low(payee),
    amountUnits,
    paymentReference,
    feeUnits,
    low(feeAddress ?? ''),
  )
}

type OrderChanges = Partial<Omit<ViemOrder, 'delivery'>> & {
  delivery?: Partial<ViemOrder['delivery']>
}

export const honestOrder: ViemOrder = {
  quoteId: `0x${'a5'.repeat(32)}`,
  token: low(USDT),
  amount: 10_050_000n,
  toChainId: 31_337n,
  deadline: 1_793_606_520n,
  delivery: {
    token: low(USDC),
    amount: 10_020_000n,
    fallbackAddress: low(PAYEE),
    target: low(PROXY),
    spender: low(PROXY),
    gasLimit: 200_000n,
    callData: payCall(),
  },
}

/** Returns the payer's transaction to the devnet's bridge. */
export const deposit = (changes: OrderChanges = {}) => {
  const delivery = { ...honestOrder.delivery, ...changes.delivery }
  const data = viemDeposit({ ...honestOrder, ...changes, delivery })
  return { to: BRIDGE, data, value: '0x0', chainId: 31_338 } satisfies WireTransaction
}

export const reset = approve(USDT, BRIDGE, 0n)
export const approval = approve(USDT, BRIDGE, 10_050_000n)
export const usdcApproval = approve(USDC, BRIDGE, 10_050_000n)
export const usdcDeposit = deposit({ token: low(USDC) })

/** Returns the payer's transaction to LI.FI's Diamond on OP Mainnet. */
export const lifi = (changes: Partial<LifiTransfer> = {}) => {
  const data = viemLifi({
    fromToken: low(OP_USDC),
    fromUnits: 10_050_000n,
    toToken: low(BASE_USDC),
    toUnits: 10_020_000n,
    toChainId: 8_453n,
    fallbackAddress: low(PAYEE),
    target: low(BASE_PROXY),
    callData: payCall({ token: BASE_USDC }),
    ...changes,
  })
  return { to: DIAMOND, data, value: '0x0', chainId: 10 } satisfies WireTransaction
}

export const lifiApproval = approve(OP_USDC, DIAMOND, 10_050_000n)

/** Returns the verified facts of accepted transactions; otherwise the reason for the rejection, and the rejected transaction. */
export function judgeBridge(
  expected: BridgeExpectation,
  transactions: readonly WireTransaction[],
): string {
  try {
    const { calldata, destinationCall } = verifyBridgeCalls(expected, transactions)
    return `${calldata}, ${destinationCall}`
  } catch (error) {
    if (!(error instanceof CalldataMismatchError)) throw error
    return `${error.reason} at ${error.index}`
  }
}
