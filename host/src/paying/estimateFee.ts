import type { Network } from '@secure-payment/core/networks'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import type { Payable } from './payable.ts'
import { isApproval, type PlannedSteps } from './planSteps.ts'
import { type Means, readPayer } from './readMeans.ts'

/** The gas of an approval of a token that had no allowance. */
export const APPROVAL_GAS = 46_200n
/** A payment's gas if the payee already holds the currency. */
const PAYMENT_GAS = {
  direct: { token: 45_500n, native: 39_900n },
  converted: { token: 97_300n, native: 94_400n },
} as const
/** The gas of each rate beyond the first one. */
const RATE_GAS = 17_800n
/** The gas of a fee to an address that already holds the currency, and to the payee. */
const FEE_GAS = { token: 11_000n, native: 9_500n } as const
const PAYEE_FEE_GAS = { token: 6_200n, native: 7_000n } as const
/** The additional gas of the first amount that an address receives. */
const NEW_HOLDER_GAS = { token: 17_100n, native: 25_000n } as const

/** The gas of a batch, of each of its tokens, of each payment to a payee who already holds the currency, and of all fees. */
const BATCH_GAS = { base: 59_000n, perToken: 45_200n, fees: 5_200n } as const
const BATCH_ITEM_GAS = { token: 14_700n, native: 17_800n } as const

/** The fee of all transactions, and of the payment alone; both in native base units. */
type EstimatedFee = { units: bigint; paymentUnits: bigint }

type FeeContext = Pick<Context, 'chains' | 'log'>

/**
 * Estimates the network fee of planned steps. A single transaction is simulated. A payment after an approval cannot be simulated, so its
 * gas is a typical value, measured on local chains. So is a batch's. The actual gas normally differs by less than a tenth.
 */
export async function estimateFee(
  context: FeeContext,
  planned: PlannedSteps & { means: Means },
  { wallet, payables }: { wallet: string; payables: readonly Payable[] },
): Promise<EstimatedFee> {
  const { network, steps, means } = planned
  const { gasPriceUnits, gasCostUnits } = means
  if (gasPriceUnits === null) return { units: gasCostUnits, paymentUnits: gasCostUnits }
  const approvals = steps.filter(isApproval).length
  // The simulation of a batch omits the refund for its temporary allowances.
  const canSimulate = approvals === 0 && payables.length === 1
  const simulatedGas = canSimulate ? await simulateGas(context, planned, wallet) : null
  const paymentGas = simulatedGas ?? (await findUsualGasOf(context, network, payables))
  return {
    units: (paymentGas + BigInt(approvals) * APPROVAL_GAS) * gasPriceUnits,
    paymentUnits: paymentGas * gasPriceUnits,
  }
}

/** Simulates the first transaction; null if the wallet has too little money for it, or if no node responds. */
async function simulateGas(
  context: FeeContext,
  { network, steps: [first] }: PlannedSteps,
  wallet: string,
): Promise<bigint | null> {
  if (first === undefined) return null
  const { to, data, value } = first.transaction
  try {
    const { simulate } = context.chains.get(network.id)
    const simulation = await simulate({ from: wallet, to, data, value })
    return 'gas' in simulation ? simulation.gas : null
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    return null
  }
}

async function findUsualGasOf(
  context: FeeContext,
  network: Network,
  payables: readonly Payable[],
): Promise<bigint> {
  const [first, ...others] = payables
  if (first !== undefined && others.length === 0) return findUsualGas(context, network, first)
  const tokens = new Set(payables.flatMap(({ request }) => request.token_address ?? []))
  const items = await Promise.all(payables.map((one) => findItemGas(context, network, one)))
  const hasFees = payables.some(({ fee }) => fee !== null && fee.units > 0n)
  const base = BATCH_GAS.base + BATCH_GAS.perToken * BigInt(tokens.size)
  return items.reduce((sum, gas) => sum + gas, hasFees ? base + BATCH_GAS.fees : base)
}

/** Returns the gas of one payment in a batch. */
async function findItemGas(
  context: FeeContext,
  network: Network,
  { request: { plan, payee: address, token_address: token } }: Payable,
): Promise<bigint> {
  const kind = token === null ? 'native' : 'token'
  const converting =
    plan.way === 'converted'
      ? PAYMENT_GAS.converted[kind] - PAYMENT_GAS.direct[kind] + rateGas(plan.path)
      : 0n
  const isKnown = await isHolder(context, network.id, { address, token })
  return BATCH_ITEM_GAS[kind] + converting + (isKnown ? 0n : NEW_HOLDER_GAS[kind])
}

/** Returns the gas of the rates beyond the first one. */
function rateGas(path: readonly unknown[]): bigint {
  return BigInt(path.length - 2) * RATE_GAS
}

async function findUsualGas(
  context: FeeContext,
  network: Network,
  payable: Payable,
): Promise<bigint> {
  const { payee, token_address: token } = payable.request
  const feePayee = findFeePayee(payable)
  const isOwnFee = feePayee?.toLowerCase() === payee.toLowerCase()
  const receivers = feePayee === null || isOwnFee ? [payee] : [payee, feePayee]
  const holds = await Promise.all(
    receivers.map((address) => isHolder(context, network.id, { address, token })),
  )
  const newHolders = holds.filter((isKnown) => !isKnown).length
  return gasToHolders(payable) + BigInt(newHolders) * NEW_HOLDER_GAS[kindOf(payable)]
}

/** Estimates the network fee without a call to a node, for receivers who hold the currency; in native base units. */
export function estimateFeeToHolders(
  { steps, means }: PlannedSteps & { means: Means },
  payable: Payable,
): bigint {
  const { gasPriceUnits, gasCostUnits } = means
  if (gasPriceUnits === null) return gasCostUnits
  const approvals = BigInt(steps.filter(isApproval).length)
  return (gasToHolders(payable) + approvals * APPROVAL_GAS) * gasPriceUnits
}

/** Returns the gas of a payment whose receivers hold the currency. */
function gasToHolders(payable: Payable): bigint {
  const { plan, payee } = payable.request
  const kind = kindOf(payable)
  const usual =
    plan.way === 'converted'
      ? PAYMENT_GAS.converted[kind] + rateGas(plan.path)
      : PAYMENT_GAS.direct[kind]
  const feePayee = findFeePayee(payable)
  if (feePayee === null) return usual
  const isOwnFee = feePayee.toLowerCase() === payee.toLowerCase()
  return usual + (isOwnFee ? PAYEE_FEE_GAS : FEE_GAS)[kind]
}

function findFeePayee({ fee }: Payable): string | null {
  return fee !== null && fee.units > 0n ? fee.address : null
}

function kindOf({ request }: Payable): 'native' | 'token' {
  return request.token_address === null ? 'native' : 'token'
}

/** Returns whether an address has an amount of a token, or of the native coin; true if no node responds. */
async function isHolder(
  context: FeeContext,
  network: string,
  { address, token }: { address: string; token: string | null },
): Promise<boolean> {
  const tokens = token === null ? [] : [token]
  const state = await readPayer(context, network, { wallet: address, tokens, spender: null })
  const units =
    token === null ? state?.nativeUnits : state?.tokens[token.toLowerCase()]?.balanceUnits
  return units !== 0n
}
