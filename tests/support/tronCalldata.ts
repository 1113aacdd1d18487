import { encodeFunctionData, parseAbi } from 'viem'
import {
  abiAddressOf,
  TRON_CHAIN_ID,
  TRON_PROXY,
  TRON_USDT,
  tronFeeAddress,
  tronPayee,
} from './tronWallets.ts'

/**
 * The transactions that pay 12.5 USDT on Tron to `tronPayee` through Request Network's contract, encoded by viem. They lack a value,
 * because its format depends on the operation. The fee limits equal those in Request Network's library.
 */
const PROXY_ABI = parseAbi([
  'function transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)',
])
const TOKEN_ABI = parseAbi(['function approve(address,uint256)'])
const OWN = { chainId: TRON_CHAIN_ID, chainType: 'tron' }

export const MAX_UINT256 = 2n ** 256n - 1n

/** An approval of the maximum amount. */
export const tronApproval = approvalOf(MAX_UINT256)
export const tronReset = approvalOf(0n)

export const NO_FEE = { units: 0n, address: `0x${'0'.repeat(40)}` } as const
/** To `tronFeeAddress`. */
export const ONE_PERCENT = { units: 125_000n, address: abiAddressOf(tronFeeAddress.address) }

/** Returns the payment for a request with this payment reference. */
export function tronPaymentOf(
  reference: string,
  fee: { units: bigint; address: `0x${string}` },
): { to: string; data: string; feeLimit: number } {
  return {
    to: TRON_PROXY,
    data: encodeFunctionData({
      abi: PROXY_ABI,
      functionName: 'transferFromWithReferenceAndFee',
      args: [
        abiAddressOf(TRON_USDT),
        abiAddressOf(tronPayee.address),
        12_500_000n,
        reference as `0x${string}`,
        fee.units,
        fee.address,
      ],
    }),
    ...OWN,
    feeLimit: 300_000_000,
  }
}

function approvalOf(units: bigint) {
  return {
    to: TRON_USDT,
    data: encodeFunctionData({
      abi: TOKEN_ABI,
      functionName: 'approve',
      args: [abiAddressOf(TRON_PROXY), units],
    }),
    ...OWN,
    feeLimit: 100_000_000,
  }
}
