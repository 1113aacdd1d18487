import type { Hex } from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Relayer, RelayFees } from '../relayer/openRelayer.ts'
import { firstFees } from '../relayer/planFees.ts'

const GAS_HEADROOM_PERCENT = 125n
const WEI_PER_GWEI = 1_000_000_000n

/** The result of a simulation: the limit of gas, or the reason why the service does not pay for the payment. */
export type Trial = { gas: bigint } | { problem: 'would_revert' | 'too_much_gas' }

/**
 * Simulates a signed payment from the relayer's account, at the end of the chain. The payment may use at most `maxGas`.
 *
 * @throws ChainUnavailableError
 */
export async function trySigned(
  chain: Pick<ChainClient, 'simulate'>,
  relayer: Pick<Relayer, 'address'>,
  { contract, data, maxGas }: { contract: string; data: Hex; maxGas: bigint },
): Promise<Trial> {
  const trial = await chain.simulate({ from: relayer.address, to: contract, data })
  if (!('gas' in trial)) return { problem: 'would_revert' }
  if (trial.gas > maxGas) return { problem: 'too_much_gas' }
  return { gas: (trial.gas * GAS_HEADROOM_PERCENT) / 100n }
}

/**
 * Returns the maximum cost of a transaction in gwei; null if gas is above the ceiling, or if the relayer cannot pay for the transaction.
 *
 * @throws ChainUnavailableError
 */
export async function findCost(
  chain: Pick<ChainClient, 'readAccount' | 'readFees'>,
  relayer: Pick<Relayer, 'address'>,
  { gas, maxGasPriceUnits }: { gas: bigint; maxGasPriceUnits: bigint | null },
): Promise<bigint | null> {
  const [{ balanceUnits }, market] = await Promise.all([
    chain.readAccount(relayer.address),
    chain.readFees(),
  ])
  const fees: RelayFees | null = firstFees(market, maxGasPriceUnits)
  if (fees === null || gas * fees.maxUnits > balanceUnits) return null
  return (gas * fees.maxUnits + WEI_PER_GWEI - 1n) / WEI_PER_GWEI
}
