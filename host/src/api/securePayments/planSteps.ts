import { planFee, type Step } from '@secure-payment/core'
import { type PayerState, type PaymentTerms, paymentSteps } from '@secure-payment/core/kinds'
import type { Hex } from 'viem'
import type { PayerChainState } from '../../chains/chainClient.ts'
import { ChainUnavailableError } from '../../chains/errors.ts'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import { UnsupportedNetworkError } from '../../requests/errors.ts'
import type { StoredItem } from './loadSecurePayment.ts'
import { remainingUnits } from './remainingUnits.ts'

/** What a payer has to do for the rest of a secure payment, and whether the wallet's means suffice. */
export type PlannedSteps = {
  steps: readonly Step[]
  /** What leaves the wallet by token (lower case; '' = the native coin), fees included, in base units. */
  neededUnits: ReadonlyMap<string, bigint>
  /** Null: no wallet was given, or no node answered. */
  means: Means | null
}

/** A wallet's means. `balanceUnits` is by the same keys as `neededUnits`. */
export type Means = {
  balanceUnits: ReadonlyMap<string, bigint>
  hasEnoughBalance: boolean
  hasEnoughGas: boolean
}

/** Key of the native coin in `neededUnits`. */
export const NATIVE = ''

/** Upper bounds of the gas of one step, from measurements with cold storage; a wallet estimates the exact amount itself. */
const APPROVAL_GAS = 60_000n
const PAYMENT_GAS = 130_000n
const BATCH_ITEM_GAS = 75_000n

/**
 * Plans what is left to pay: for each open request its remaining amount and the fee on that. With a wallet its allowances and
 * balances are read in one round trip; when no node answers approvals are assumed to be needed.
 *
 * @throws UnsupportedNetworkError when the host no longer serves the network
 */
export async function planSteps(
  context: Pick<Context, 'config' | 'chains' | 'log'>,
  requests: readonly StoredItem[],
  wallet: string,
): Promise<PlannedSteps> {
  const { network, terms, neededUnits } = planTerms(context, requests)
  const unknown = paymentSteps(network, terms, { address: wallet, allowanceUnits: null })
  const tokens = [...neededUnits.keys()].filter((token) => token !== NATIVE)
  const spender = unknown.find((step) => step.kind === 'approve')?.spender ?? null
  const state = await readState(context, network.id, { wallet, tokens, spender })
  if (state === null) return { steps: unknown, neededUnits, means: null }

  const payer: PayerState = { address: wallet, allowanceUnits: allowancesOf(state) }
  const steps = paymentSteps(network, terms, payer)
  return {
    steps,
    neededUnits,
    means: judgeMeans(state, { neededUnits, steps, count: terms.length }),
  }
}

/**
 * Plans the same for a wallet that is not known: every approval is assumed to be needed.
 *
 * @throws UnsupportedNetworkError when the host no longer serves the network
 */
export function planStepsOfAnyone(
  context: Pick<Context, 'config'>,
  requests: readonly StoredItem[],
): PlannedSteps {
  const { network, terms, neededUnits } = planTerms(context, requests)
  const steps = paymentSteps(network, terms, { address: null, allowanceUnits: null })
  return { steps, neededUnits, means: null }
}

function planTerms(context: Pick<Context, 'config'>, requests: readonly StoredItem[]) {
  const networkId = requests[0]?.network ?? ''
  const network = findServedNetwork(context.config, networkId)?.network
  if (network === undefined) throw notServed(context, networkId)
  const terms = requests.filter((request) => remainingUnits(request) > 0n).map(termsOf)
  return { network, terms, neededUnits: sumByToken(terms) }
}

function notServed(context: Pick<Context, 'config'>, network: string): UnsupportedNetworkError {
  const served = context.config.networks.map((entry) => entry.network.id)
  return new UnsupportedNetworkError({ network, served, field: '' })
}

function termsOf(request: StoredItem): PaymentTerms {
  const amountUnits = remainingUnits(request)
  const fee = planFee(amountUnits, request.fee_percentage, request.fee_address)
  return {
    network: request.network,
    token: request.token_address,
    payee: request.payee,
    amountUnits,
    // Stored as core made it.
    paymentReference: request.payment_reference as Hex,
    feeUnits: fee?.units ?? 0n,
    feeAddress: fee?.address ?? null,
  }
}

function sumByToken(terms: readonly PaymentTerms[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { token, amountUnits, feeUnits } of terms) {
    const key = token?.toLowerCase() ?? NATIVE
    sums.set(key, (sums.get(key) ?? 0n) + amountUnits + feeUnits)
  }
  return sums
}

async function readState(
  context: Pick<Context, 'chains' | 'log'>,
  network: string,
  query: { wallet: string; tokens: readonly string[]; spender: string | null },
): Promise<PayerChainState | null> {
  try {
    return await context.chains.get(network).readPayerState(query)
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn({ network, reason: error.message }, 'Could not read a payer')
    return null
  }
}

/** A token that did not answer counts as unknown, so its approval is assumed to be needed. */
function allowancesOf(state: PayerChainState): Record<string, bigint> {
  const allowances: Record<string, bigint> = {}
  for (const [token, { allowanceUnits }] of Object.entries(state.tokens)) {
    if (allowanceUnits !== null) allowances[token] = allowanceUnits
  }
  return allowances
}

function judgeMeans(
  state: PayerChainState,
  plan: { neededUnits: ReadonlyMap<string, bigint>; steps: readonly Step[]; count: number },
): Means {
  const balanceUnits = new Map<string, bigint>()
  for (const key of plan.neededUnits.keys()) {
    balanceUnits.set(
      key,
      key === NATIVE ? state.nativeUnits : (state.tokens[key]?.balanceUnits ?? 0n),
    )
  }
  const hasEnoughBalance = [...plan.neededUnits].every(
    ([key, needed]) => (balanceUnits.get(key) ?? 0n) >= needed,
  )
  const approvals = BigInt(plan.steps.filter((step) => step.kind !== 'pay').length)
  const gas = approvals * APPROVAL_GAS + PAYMENT_GAS + BigInt(plan.count - 1) * BATCH_ITEM_GAS
  const gasUnits = gas * state.gasPriceUnits
  const nativeNeeded = plan.neededUnits.get(NATIVE) ?? 0n
  return {
    balanceUnits,
    hasEnoughBalance,
    hasEnoughGas: state.nativeUnits >= nativeNeeded + gasUnits,
  }
}
