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

const network = getNetwork('mainnet')
// The registry's addresses, from Request Network's deployments on chain.
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

// The registry's conversion contracts, from Request Network's deployments on chain; the hashes name USD and EUR.
export const ERC20_CONVERSION = '0xe72Ecea44b6d8B2b3cf5171214D9730E86213cA2'
export const NATIVE_CONVERSION = '0x7Ebf48a26253810629C191b56C3212Fd0D211c26'
export const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
export const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'

/** 80 dollars and 2 of fee in USDC, for at most 82.82 USDC. */
export const usdItem = {
  payee: PAYEE,
  token: USDC,
  amountUnits: 80_00000000n,
  paymentReference: '0x1122334455667788',
  feeUnits: 2_00000000n,
  feeAddress: FEE_ADDRESS,
  conversion: { path: [USD, USDC], maxToSpendUnits: 82_820_000n, maxRateTimespanS: 60n },
} satisfies ExpectedItem
/** 250 euros in ether, for at most 0.1133 ether. */
export const eurItem = {
  payee: OTHER_PAYEE,
  token: null,
  amountUnits: 250_00000000n,
  paymentReference: '0x8877665544332211',
  feeUnits: 0n,
  feeAddress: null,
  conversion: {
    path: [EUR, USD, NATIVE_HASH],
    maxToSpendUnits: 113_300_000_000_000_000n,
    maxRateTimespanS: 0n,
  },
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

/** Returns honest transactions, encoded by viem. The arguments replace single facts, as a malicious host would. */
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
/** Returns an argument for viem, which rejects mixed case that is not the checksum. */
export const low = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`

type ChangedConversion = ChangedItem & {
  path: readonly string[]
  maxToSpendUnits: bigint
  maxRateTimespanS: bigint
}
export const payUsd = (changes: Partial<ChangedConversion> = {}) => {
  const proxy = ERC20_CONVERSION
  const item = { ...usdItem, ...usdItem.conversion, proxy, ...changes }
  const args = [...conversionArgs(item), item.maxToSpendUnits, item.maxRateTimespanS] as const
  return {
    to: item.proxy,
    data: viemCall.erc20Conversion(...args),
    value: 0,
  } satisfies WireTransaction
}
export const payEur = (changes: Partial<ChangedConversion> = {}) => {
  const proxy = NATIVE_CONVERSION
  const item = { ...eurItem, ...eurItem.conversion, proxy, feeAddress: ZERO, ...changes }
  const data = viemCall.nativeConversion(...conversionArgs(item), item.maxRateTimespanS)
  const value = `0x${item.maxToSpendUnits.toString(16)}`
  return { to: item.proxy, data, value } satisfies WireTransaction
}
const conversionArgs = (item: ChangedConversion) =>
  [
    low(item.payee),
    item.amountUnits,
    item.path.map(low),
    item.paymentReference,
    item.feeUnits,
    low(item.feeAddress),
  ] as const

export const detail = (item: ExpectedItem): Detail => ({
  recipient: low(item.payee),
  requestAmount: item.amountUnits,
  path: (item.conversion?.path ?? [item.token ?? NATIVE_HASH]).map(low),
  paymentReference: item.paymentReference,
  feeAmount: item.feeUnits,
  maxToSpend: item.conversion?.maxToSpendUnits ?? 0n,
  maxRateTimespan: item.conversion?.maxRateTimespanS ?? 0n,
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

export const usdApproval = approve(USDC, ERC20_CONVERSION, 82_820_000n)
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
