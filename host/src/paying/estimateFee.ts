import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import type { Payable } from './payable.ts'
import { isApproval, type PlannedSteps } from './planSteps.ts'
import type { Means } from './readMeans.ts'

/** The gas of an approval of a token that had no allowance. */
const APPROVAL_GAS = 46_000n
/** A payment's gas, between its values for a payee who already holds the token and for a new payee. */
const PAYMENT_GAS = {
  direct: { token: 54_000n, native: 52_000n },
  converted: { token: 106_000n, native: 107_000n },
} as const
/** The gas of a fee, and of each rate beyond the first one. */
const FEE_GAS = 10_500n
const RATE_GAS = 18_000n

/** The fee of all transactions, and of the payment alone; both in native base units. */
type EstimatedFee = { units: bigint; paymentUnits: bigint }

/**
 * Estimates the network fee of planned steps. A single transaction is simulated. A payment after an approval cannot be
 * simulated, so its gas is a usual value, measured with the contracts on local chains; it differs by less than a tenth.
 */
export async function estimateFee(
  context: Pick<Context, 'chains'>,
  planned: PlannedSteps & { means: Means },
  { wallet, payable }: { wallet: string; payable: Payable },
): Promise<EstimatedFee> {
  const { network, steps, means } = planned
  const { gasPriceUnits, gasCostUnits } = means
  if (gasPriceUnits === null) return { units: gasCostUnits, paymentUnits: gasCostUnits }
  const approvals = steps.filter(isApproval).length
  const paymentUnits = usualGas(payable) * gasPriceUnits
  const units = paymentUnits + BigInt(approvals) * APPROVAL_GAS * gasPriceUnits
  const usual = { units, paymentUnits }
  const [first] = steps
  if (first === undefined || approvals > 0) return usual
  const { to, data, value } = first.transaction
  try {
    const { simulate } = context.chains.get(network.id)
    const simulation = await simulate({ from: wallet, to, data, value })
    // A wallet with too little money cannot be simulated.
    if (!('gas' in simulation)) return usual
    const simulated = simulation.gas * gasPriceUnits
    return { units: simulated, paymentUnits: simulated }
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    return usual
  }
}

function usualGas({ request, fee }: Payable): bigint {
  const { plan, token_address } = request
  const kind = token_address === null ? 'native' : 'token'
  const feeGas = (fee?.units ?? 0n) > 0n ? FEE_GAS : 0n
  if (plan.way !== 'converted') return PAYMENT_GAS.direct[kind] + feeGas
  return PAYMENT_GAS.converted[kind] + BigInt(plan.path.length - 2) * RATE_GAS + feeGas
}
