import type { SignedPayment } from '@secure-payment/core/signed'
import type { Hex } from 'viem'
import type { ChainClient, Fees, Head } from '../chains/chainClient.ts'
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

/** Returns whether the payer holds less than the payment. @throws ChainUnavailableError */
export async function lacksBalance(
  chain: Pick<ChainClient, 'readPayerState'>,
  { payer, token, amountUnits, feeUnits }: SignedPayment,
): Promise<boolean> {
  const query = { wallet: payer, tokens: [token], spender: null }
  const { tokens } = await chain.readPayerState(query)
  return (tokens[token.toLowerCase()]?.balanceUnits ?? 0n) < amountUnits + feeUnits
}

/** The facts on which the cost of a transaction depends. */
type Market = { balanceUnits: bigint; fees: Fees; head: Head }

const reading = new WeakMap<object, Promise<Market>>()

/**
 * Reads the relayer's balance, the gas price and the head. Calls at the same moment share one read.
 *
 * @throws ChainUnavailableError
 */
export function readMarket(
  chain: Pick<ChainClient, 'readAccount' | 'readFees' | 'getHead'>,
  { address }: Pick<Relayer, 'address'>,
): Promise<Market> {
  const running = reading.get(chain)
  if (running !== undefined) return running
  const read = Promise.all([chain.readAccount(address), chain.readFees(), chain.getHead()])
    .then(([{ balanceUnits }, fees, head]) => ({ balanceUnits, fees, head }))
    .finally(() => reading.delete(chain))
  reading.set(chain, read)
  return read
}

/** The maximum cost of a transaction, or the reason why the relayer cannot send it now: the price is above the ceiling, or it lacks coins. */
export type Cost = { costGwei: bigint } | { problem: 'gas_too_expensive' | 'out_of_coins' }

/** Returns the maximum cost of a transaction with a limit of `gas`. */
export function findCost(
  { balanceUnits, fees: market }: Market,
  { gas, maxGasPriceUnits }: { gas: bigint; maxGasPriceUnits: bigint | null },
): Cost {
  const fees: RelayFees | null = firstFees(market, maxGasPriceUnits)
  if (fees === null) return { problem: 'gas_too_expensive' }
  if (gas * fees.maxUnits > balanceUnits) return { problem: 'out_of_coins' }
  return { costGwei: (gas * fees.maxUnits + WEI_PER_GWEI - 1n) / WEI_PER_GWEI }
}
