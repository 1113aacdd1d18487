import type { ContractName, Network } from '@secure-payment/core/networks'
import type { ChainClient } from '../chains/chainClient.ts'
import { readBatchFee } from '../chains/readBatchFee.ts'

/** The conditions that impede payments through a network's contracts. */
export type ContractTroubles = {
  /** The contracts of the network's entry that have no code at their address. */
  missing: readonly ContractName[]
  paused: readonly ContractName[]
  /** The additional fee on batches, in basis points; 0 for none. */
  batchFee: number
}

/** The contracts that payments use. Multicall3 is not among them: where it has no code, the host calls each contract separately. */
const PAYING: readonly ContractName[] = [
  'ERC20FeeProxy',
  'EthereumFeeProxy',
  'Erc20ConversionProxy',
  'EthConversionProxy',
  'ChainlinkConversionPath',
  'BatchConversionPayments',
  'ERC20RecurringPaymentProxy',
]
/** The contract that can be paused. */
const PAUSABLE = 'ERC20RecurringPaymentProxy'
/** `paused()` */
const PAUSED = '0x5c975abb'
const YES = `0x${'1'.padStart(64, '0')}`

/**
 * Checks a network's contracts; Tron has only one, which cannot be paused. `before` is the last check's result; a contract that had code
 * then is not checked for code again.
 *
 * @throws ChainUnavailableError
 */
export async function checkContracts(
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
