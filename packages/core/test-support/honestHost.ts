import { getNetwork } from '../src/networks/index.ts'
import {
  CalldataMismatchError,
  type Expectation,
  type ExpectedItem,
  verifyCalldata,
  type WireTransaction,
} from '../src/verify/index.ts'
import { type Detail, type Meta, viemCall } from './viemOracle.ts'

type Hex = `0x${string}`

export const network = getNetwork('mainnet')
// The registry's addresses, from onchain deployments of Request Network.
export const ERC20_PROXY = '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C'
export const NATIVE_PROXY = '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8'
export const OLD_NATIVE_PROXY = '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F'
export const BATCH = '0x3cF63891928B8CeebB81C95426600a18cd59C03f'
export const NATIVE_HASH = '0xf5af88e117747e87fc5929f2ff87221b1447652e'
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
export const PAYEE = '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E'
export const OTHER_PAYEE = '0x0c8BbADEaCB2346ed4296aE6d2C575738Eeac989'
export const FEE_ADDRESS = '0xD114497Fcaa2C79277C1584f747D54Dd28060753'
export const THIEF = '0xcb31530041fa559a3688cc0b04d9ce7949285afb'
export const ZERO = '0x0000000000000000000000000000000000000000'
export const MAX = 2n ** 256n - 1n

export const usdcItem = {
  payee: PAYEE,
  token: USDC,
  amountUnits: 10_000_000n,
  paymentReference: '0xcd5add6bac7bb5c9',
  feeUnits: 20_000n,
  feeAddress: FEE_ADDRESS,
} satisfies ExpectedItem
export const usdtItem = {
  payee: OTHER_PAYEE,
  token: USDT,
  amountUnits: 3_000_000n,
  paymentReference: '0x5420599980d1925c',
  feeUnits: 0n,
  feeAddress: null,
} satisfies ExpectedItem
export const etherItem = {
  payee: PAYEE,
  token: null,
  amountUnits: 10n ** 18n,
  paymentReference: '0xd7d8655db99ecd10',
  feeUnits: 10n ** 15n,
  feeAddress: FEE_ADDRESS,
} satisfies ExpectedItem

export const expectation = (...items: ExpectedItem[]): Expectation => ({
  network,
  items,
  payer: null,
})

type ChangedItem = Omit<ExpectedItem, 'token' | 'feeAddress'> & {
  feeAddress: string
  proxy: string
}

/** Honest transactions, encoded by viem. Arguments replace single facts, as a lying host would. */
export const approve = (token: Hex, spender: Hex, units: bigint): WireTransaction => ({
  to: token,
  data: viemCall.approve(spender, units),
  value: 0,
})
export const payErc20 = (changes: Partial<ChangedItem & { token: string }> = {}) => {
  const item = { ...usdcItem, proxy: ERC20_PROXY, ...changes } as const
  const { token, payee, amountUnits, paymentReference, feeUnits, feeAddress, proxy } = item
  const data = viemCall.erc20Payment(
    low(token),
    low(payee),
    amountUnits,
    paymentReference,
    feeUnits,
    low(feeAddress),
  )
  return { to: proxy, data, value: 0 } satisfies WireTransaction
}
export const payEther = (changes: Partial<ChangedItem & { value: bigint }> = {}) => {
  const item = { ...etherItem, proxy: NATIVE_PROXY, value: 1_001_000_000_000_000_000n, ...changes }
  const { payee, paymentReference, feeUnits, feeAddress, proxy, value } = item
  const data = viemCall.nativePayment(low(payee), paymentReference, feeUnits, low(feeAddress))
  return { to: proxy, data, value: `0x${value.toString(16)}` } satisfies WireTransaction
}
/** A viem argument: viem refuses mixed case that is not the checksum. */
export const low = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`

export const detail = (item: ExpectedItem): Detail => ({
  recipient: low(item.payee),
  requestAmount: item.amountUnits,
  path: [low(item.token ?? NATIVE_HASH)],
  paymentReference: item.paymentReference,
  feeAmount: item.feeUnits,
  maxToSpend: 0n,
  maxRateTimespan: 0n,
})
export const usdcDetail = detail(usdcItem)
export const usdtDetail = detail(usdtItem)
export const etherDetail = detail(etherItem)
export const batchItems = [usdcItem, etherItem, usdtItem]
export const honestGroups: Meta[] = [
  { paymentNetworkId: 2n, requestDetails: [usdcDetail, usdtDetail] },
  { paymentNetworkId: 3n, requestDetails: [etherDetail] },
]
export const payBatch = (
  groups: Meta[] = honestGroups,
  facts: { feeAddress?: Hex; paths?: Hex[][]; value?: bigint; to?: Hex } = {},
): WireTransaction => ({
  to: facts.to ?? BATCH,
  data: viemCall.batch(groups, facts.paths ?? [], low(facts.feeAddress ?? FEE_ADDRESS)),
  value: `0x${(facts.value ?? 1_001_000_000_000_000_000n).toString(16)}`,
})
export const groupsWith = (tokens: Detail[], natives: Detail[] = [etherDetail]): Meta[] => [
  { paymentNetworkId: 2n, requestDetails: tokens },
  { paymentNetworkId: 3n, requestDetails: natives },
]

export const usdcApproval = approve(USDC, ERC20_PROXY, 10_020_000n)
export const batchApprovals = [approve(USDC, BATCH, 10_020_000n), approve(USDT, BATCH, 3_000_000n)]

export function reasonOf(expected: Expectation, transactions: readonly WireTransaction[]) {
  try {
    verifyCalldata(expected, transactions)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof CalldataMismatchError)) throw error
    return `${error.reason} at ${error.index}`
  }
}
