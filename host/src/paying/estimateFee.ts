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

/** The fee of all transactions, and of the payment alone; both in native base units. */
type EstimatedFee = { units: bigint; paymentUnits: bigint }

type FeeContext = Pick<Context, 'chains' | 'log'>

/**
 * Estimates the network fee of planned steps. A single transaction is simulated. A payment after an approval cannot be simulated, so its
 * gas is a typical value, measured on local chains. The actual gas normally differs by less than a tenth.
 */
export async function estimateFee(
  context: FeeContext,
  planned: PlannedSteps & { means: Means },
  { wallet, payable }: { wallet: string; payable: Payable },
): Promise<EstimatedFee> {
  const { network, steps, means } = planned
  const { gasPriceUnits, gasCostUnits } = means
  if (gasPriceUnits === null) return { units: gasCostUnits, paymentUnits: gasCostUnits }
  const approvals = steps.filter(isApproval).length
  const simulatedGas = approvals === 0 ? await simulateGas(context, planned, wallet) : null
  const paymentGas = simulatedGas ?? (await findUsualGas(context, network, payable))
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

async function findUsualGas(
  context: FeeContext,
  network: Network,
  { request, fee }: Payable,
): Promise<bigint> {
  const { plan, payee, token_address: token } = request
  const kind = token === null ? 'native' : 'token'
  const usual =
    plan.way === 'converted'
      ? PAYMENT_GAS.converted[kind] + BigInt(plan.path.length - 2) * RATE_GAS
      : PAYMENT_GAS.direct[kind]
  const feePayee = fee !== null && fee.units > 0n ? fee.address : null
  const isOwnFee = feePayee?.toLowerCase() === payee.toLowerCase()
  const feeGas = feePayee === null ? 0n : (isOwnFee ? PAYEE_FEE_GAS : FEE_GAS)[kind]
  const receivers = feePayee === null || isOwnFee ? [payee] : [payee, feePayee]
  const holds = await Promise.all(
    receivers.map((address) => isHolder(context, network.id, { address, token })),
  )
  const newHolders = holds.filter((isKnown) => !isKnown).length
  return usual + feeGas + BigInt(newHolders) * NEW_HOLDER_GAS[kind]
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
