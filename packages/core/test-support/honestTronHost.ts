import { getNetwork } from '../src/networks/index.ts'
import {
  CalldataMismatchError,
  type Expectation,
  type ExpectedItem,
  type TronWireTransaction,
  verifyTronSteps,
} from '../src/verify/index.ts'
import { tronwebBody } from './tronOracle.ts'
import { viemCall } from './viemOracle.ts'

export const network = getNetwork('tron')
// The registry's addresses, from Request Network's deployments on chain and its token list.
export const PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd'
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'
// Addresses from the shared vectors.
export const PAYEE = 'TJ9wwE6uqs38wh1qXTzBL3MAeUCrWatpg2'
export const FEE_ADDRESS = 'TLhmUGFgqr565iRq14uEwA4JxcHpG1GRBr'
export const THIEF = 'TBQYawRaonh9AZR266qcX6rNoQKrT76kVs'
export const PAYER = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ'
export const MAX = 2n ** 256n - 1n

export const usdtItem = {
  payee: PAYEE,
  token: USDT,
  amountUnits: 10_000_000n,
  paymentReference: '0xcd5add6bac7bb5c9',
  feeUnits: 20_000n,
  feeAddress: FEE_ADDRESS,
} satisfies ExpectedItem
/** Amount and fee. */
export const NEEDED = 10_020_000n

export const expectation = (...items: ExpectedItem[]): Expectation => ({
  network,
  items,
  payer: PAYER,
})

/** Returns honest transactions, encoded by viem. The arguments replace single facts, as a malicious host would. */
export const approve = (token: string, spender: string, units: bigint): TronWireTransaction => ({
  to: token,
  data: viemCall.approve(tronwebBody(spender), units),
  value: 0,
  chainId: 728_126_428,
  chainType: 'tron',
})

type Changed = Partial<Omit<typeof usdtItem, 'paymentReference'>> & {
  proxy?: string
  paymentReference?: `0x${string}`
}

export const pay = (changes: Changed = {}): TronWireTransaction => {
  const item = { ...usdtItem, proxy: PROXY, ...changes }
  const data = viemCall.erc20Payment(
    tronwebBody(item.token),
    tronwebBody(item.payee),
    item.amountUnits,
    item.paymentReference,
    item.feeUnits,
    tronwebBody(item.feeAddress),
  )
  return { to: item.proxy, data, value: 0, chainId: 728_126_428, chainType: 'tron' }
}

/** Returns the reason why transactions are rejected, and the rejected transaction. */
export function reasonOf(
  transactions: readonly TronWireTransaction[],
  expected = expectation(usdtItem),
): string {
  try {
    verifyTronSteps(expected, transactions)
  } catch (error) {
    if (error instanceof CalldataMismatchError) return `${error.reason} at ${error.index}`
    throw error
  }
  throw new Error('The transactions were accepted.')
}
