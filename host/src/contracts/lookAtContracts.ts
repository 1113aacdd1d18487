import type { ContractName, Network } from '@secure-payment/core/networks'
import type { ChainClient } from '../chains/chainClient.ts'
import { readBatchFee } from '../chains/readBatchFee.ts'

/** What stands in the way of payments through the contracts of one network. */
export type ContractTroubles = {
  /** Contracts of the network's entry without code at their address. */
  missing: readonly ContractName[]
  paused: readonly ContractName[]
  /** What batches would pay on top, in parts of 10,000; 0 = nothing. */
  batchFee: number
}

/** Those that money goes through. Where Multicall3 has no code, the host asks each contract by itself. */
const PAYING: readonly ContractName[] = [
  'ERC20FeeProxy',
  'EthereumFeeProxy',
  'Erc20ConversionProxy',
  'EthConversionProxy',
  'ChainlinkConversionPath',
  'BatchConversionPayments',
  'ERC20RecurringPaymentProxy',
]
/** The one that can be paused. */
const PAUSABLE = 'ERC20RecurringPaymentProxy'
/** `paused()` */
const PAUSED = '0x5c975abb'
const YES = `0x${'1'.padStart(64, '0')}`

/**
 * Looks at the contracts of a network; Tron has one, which cannot be paused. `before`: what the last look has found; code that was there is not asked for again.
 *
 * @throws ChainUnavailableError
 */
export async function lookAtContracts(
  chain: Pick<ChainClient, 'network' | 'call' | 'hasCode'>,
  before: ContractTroubles | null,
): Promise<ContractTroubles> {
  const { contracts } = chain.network
  const named = (before?.missing ?? PAYING).filter((name) => contracts[name] !== undefined)
  const present = await chain.hasCode(named.flatMap((name) => contracts[name]?.address ?? []))
  const missing = named.filter((_, index) => present[index] === false)
  const batchFee = (await readBatchFee(chain))?.bps ?? 0
  const isPaused = await readPaused(chain, chain.network)
  return { missing, paused: isPaused ? [PAUSABLE] : [], batchFee }
}

async function readPaused(
  chain: Pick<ChainClient, 'call'>,
  { contracts }: Network,
): Promise<boolean> {
  const address = contracts[PAUSABLE]?.address
  return address !== undefined && (await chain.call(address, PAUSED)) === YES
}
