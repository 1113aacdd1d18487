import type { Step } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { PayerChainState, PayerStateQuery } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import type { Payable } from './payable.ts'
import { readTronReadiness, type TronReadiness } from './readTronReadiness.ts'

/** A wallet's means. `balanceUnits` has the keys of `neededUnits`. */
export type Means = {
  balanceUnits: ReadonlyMap<string, bigint>
  hasEnoughBalance: boolean
  hasEnoughGas: boolean
  /** The wallet's balance of the native coin, in base units. */
  nativeUnits: bigint
  /** The amount of the native coin that the wallet lacks, with the network fee's upper bound; zero or less if it has enough. */
  lackingUnits: bigint
} & Cost

/** The estimated cost of executing the steps. */
type Cost = {
  /** An upper bound of the cost, in native base units. */
  gasCostUnits: bigint
  /** The price of one unit of gas, in native base units; null on Tron. */
  gasPriceUnits: bigint | null
  /** The resources that a wallet on Tron has and needs; null on other chains. */
  tron: TronReadiness | null
}

/** A payer's state on chain; `allowanceUnits` omits tokens that did not respond. */
export type Payer = PayerChainState & { allowanceUnits: Readonly<Record<string, bigint>> }

/** The key of the native coin, next to the keys of tokens. */
export const NATIVE = ''

/** Reads balances and allowances of a wallet; null if no node responds. */
export async function readPayer(
  context: Pick<Context, 'chains' | 'log'>,
  network: string,
  query: PayerStateQuery,
): Promise<Payer | null> {
  try {
    const state = await context.chains.get(network).readPayerState(query)
    return { ...state, allowanceUnits: allowancesOf(state) }
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn({ network, reason: error.message }, 'Could not read a payer')
    return null
  }
}

/**
 * Checks whether a wallet whose state is known can pay for its steps; null if no node responds. `neededUnits` has the needed amount by the
 * token's key, or by `NATIVE`.
 */
export async function readMeans(
  context: Pick<Context, 'chains' | 'log' | 'now'>,
  network: Network,
  plan: Costed & { state: PayerChainState; neededUnits: ReadonlyMap<string, bigint> },
): Promise<Means | null> {
  const cost = await readCost(context, network, plan)
  return cost === null ? null : judgeMeans(plan.state, { ...plan, cost })
}

/** The steps of a wallet, with the payments that they make. */
type Costed = { wallet: string; steps: readonly Step[]; payables: readonly Payable[] }

function judgeMeans(
  state: PayerChainState,
  plan: { neededUnits: ReadonlyMap<string, bigint>; cost: Cost },
): Means {
  const balanceUnits = new Map<string, bigint>()
  for (const key of plan.neededUnits.keys()) {
    const units = key === NATIVE ? state.nativeUnits : state.tokens[key]?.balanceUnits
    balanceUnits.set(key, units ?? 0n)
  }
  const hasEnoughBalance = [...plan.neededUnits].every(
    ([key, needed]) => (balanceUnits.get(key) ?? 0n) >= needed,
  )
  const { gasCostUnits, tron } = plan.cost
  const nativeUnits = tron?.trxBalanceSun ?? state.nativeUnits
  const nativeNeeded = plan.neededUnits.get(NATIVE) ?? 0n
  const lackingUnits = nativeNeeded + gasCostUnits - nativeUnits
  return {
    balanceUnits,
    hasEnoughBalance,
    hasEnoughGas: lackingUnits <= 0n,
    nativeUnits,
    lackingUnits,
    ...plan.cost,
  }
}

async function readCost(
  context: Pick<Context, 'chains' | 'log' | 'now'>,
  network: Network,
  facts: Costed & { state: PayerChainState },
): Promise<Cost | null> {
  const { wallet, state, steps, payables } = facts
  switch (network.family) {
    case 'evm': {
      const { gasPriceUnits } = state
      return {
        gasCostUnits: estimateGas(steps, payables) * gasPriceUnits,
        gasPriceUnits,
        tron: null,
      }
    }
    case 'tron':
      return readTronCost(context, network, { wallet, steps })
  }
}

async function readTronCost(
  context: Pick<Context, 'chains' | 'log' | 'now'>,
  network: Network,
  payment: { wallet: string; steps: readonly Step[] },
): Promise<Cost | null> {
  try {
    const tron = await readTronReadiness(context, network, payment)
    return { gasCostUnits: tron.trxRequiredSun, gasPriceUnits: null, tron }
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn(
      { network: network.id, reason: error.message },
      'Could not read the needs of a payer',
    )
    return null
  }
}

/** Upper bounds of one step's gas, measured with cold storage; a wallet estimates the exact amount itself. */
const APPROVAL_GAS = 60_000n
const PAYMENT_GAS = 55_000n

/** Sums the maximum gas of the steps on an EVM chain. */
function estimateGas(steps: readonly Step[], payables: readonly Payable[]): bigint {
  const approvals = steps.filter((step) => step.kind !== 'pay').length
  const items = payables.map(({ request }) => describeRequest(request.plan).itemsGas)
  return items.reduce((sum, gas) => sum + gas, BigInt(approvals) * APPROVAL_GAS + PAYMENT_GAS)
}

function allowancesOf(state: PayerChainState): Record<string, bigint> {
  const allowances: Record<string, bigint> = {}
  for (const [token, { allowanceUnits }] of Object.entries(state.tokens)) {
    if (allowanceUnits !== null) allowances[token] = allowanceUnits
  }
  return allowances
}
