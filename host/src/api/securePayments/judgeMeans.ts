import type { PayerChainState, PayerStateQuery } from '../../chains/chainClient.ts'
import { ChainUnavailableError } from '../../chains/errors.ts'
import type { Context } from '../../context.ts'
import type { Cost } from './readCost.ts'

/** A wallet's means. `balanceUnits` is by the keys of `neededUnits`. */
export type Means = {
  balanceUnits: ReadonlyMap<string, bigint>
  hasEnoughBalance: boolean
  hasEnoughGas: boolean
} & Cost

/** A payer's state on chain; a token that did not answer has no allowance here. */
export type Payer = PayerChainState & { allowanceUnits: Readonly<Record<string, bigint>> }

/** Key of the native coin among the keys of tokens. */
export const NATIVE = ''

/** Reads balances and allowances of a wallet; null when no node answers. */
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

/** Judges whether a wallet can pay for the steps, whose cost is known. `neededUnits` is by the token's key, or `NATIVE`. */
export function judgeMeans(
  state: PayerChainState,
  plan: {
    neededUnits: ReadonlyMap<string, bigint>
    cost: Cost
  },
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
  return {
    balanceUnits,
    hasEnoughBalance,
    hasEnoughGas: nativeUnits >= nativeNeeded + gasCostUnits,
    ...plan.cost,
  }
}

function allowancesOf(state: PayerChainState): Record<string, bigint> {
  const allowances: Record<string, bigint> = {}
  for (const [token, { allowanceUnits }] of Object.entries(state.tokens)) {
    if (allowanceUnits !== null) allowances[token] = allowanceUnits
  }
  return allowances
}
