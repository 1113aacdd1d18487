import type { Step } from '@secure-payment/core'
import type { PayerChainState, PayerStateQuery } from '../../chains/chainClient.ts'
import { ChainUnavailableError } from '../../chains/errors.ts'
import type { Context } from '../../context.ts'
import type { Payable } from './payable.ts'

/** A wallet's means. `balanceUnits` is by the keys of `neededUnits`. */
export type Means = {
  balanceUnits: ReadonlyMap<string, bigint>
  hasEnoughBalance: boolean
  hasEnoughGas: boolean
  /** Upper bound of what the gas of all steps costs, in native base units. */
  gasCostUnits: bigint
}

/** A payer as the chain knows it; a token that did not answer has no allowance here. */
export type Payer = PayerChainState & { allowanceUnits: Readonly<Record<string, bigint>> }

/** Key of the native coin among tokens in lower case. */
export const NATIVE = ''

/** Upper bounds of the gas of one step, from measurements with cold storage; a wallet estimates the exact amount itself. */
const APPROVAL_GAS = 60_000n
const PAYMENT_GAS = 55_000n
const DIRECT_ITEM_GAS = 75_000n
const CONVERTED_ITEM_GAS = 160_000n

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

/** Judges whether a wallet can pay for the steps. `neededUnits` is by lower-case token, or `NATIVE`. */
export function judgeMeans(
  state: PayerChainState,
  plan: {
    neededUnits: ReadonlyMap<string, bigint>
    steps: readonly Step[]
    payables: readonly Payable[]
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
  const gasCostUnits = estimateGas(plan.steps, plan.payables) * state.gasPriceUnits
  const nativeNeeded = plan.neededUnits.get(NATIVE) ?? 0n
  return {
    balanceUnits,
    hasEnoughBalance,
    hasEnoughGas: state.nativeUnits >= nativeNeeded + gasCostUnits,
    gasCostUnits,
  }
}

function estimateGas(steps: readonly Step[], payables: readonly Payable[]): bigint {
  const approvals = steps.filter((step) => step.kind !== 'pay').length
  const converted = payables.filter(({ request }) => request.conversion_path !== null).length
  return (
    BigInt(approvals) * APPROVAL_GAS +
    PAYMENT_GAS +
    BigInt(payables.length - converted) * DIRECT_ITEM_GAS +
    BigInt(converted) * CONVERTED_ITEM_GAS
  )
}

function allowancesOf(state: PayerChainState): Record<string, bigint> {
  const allowances: Record<string, bigint> = {}
  for (const [token, { allowanceUnits }] of Object.entries(state.tokens)) {
    if (allowanceUnits !== null) allowances[token] = allowanceUnits
  }
  return allowances
}
