import { getNetwork, type Network } from '@secure-payment/core/networks'
import type { ConversionPath, RequestPlan } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'

/** The columns that a request's plan is stored in, and that nothing else reads. */
type PlanColumn =
  | 'kind'
  | 'conversion_path'
  | 'max_rate_age_s'
  | 'recurring_payment_id'
  | 'offramp_provider'

/** Writes a plan as the columns that `parsePlan` reads. */
export function planColumns(plan: RequestPlan): Pick<Row<'requests'>, PlanColumn> {
  const isConverted = plan.way === 'converted'
  return {
    kind: isConverted ? 'conversion' : 'direct',
    conversion_path: isConverted ? JSON.stringify(plan.path) : null,
    max_rate_age_s: isConverted ? plan.maxRateAgeS : null,
    recurring_payment_id: plan.way === 'scheduled' ? plan.recurringPaymentId : null,
    offramp_provider: plan.way === 'bank_payout' ? plan.provider : null,
  }
}

/** Returns the plan of a request that is paid in its invoice currency, by a payer, into a wallet. */
export function plainPlan(network: Pick<Network, 'family'>): RequestPlan {
  switch (network.family) {
    case 'evm':
      return DIRECT
    case 'tron':
      return TRON
    default:
      return network.family satisfies never
  }
}

/** A stored request, as its plan is parsed from it. The last two are left out where requests have none, as on payment pages. */
export type PlanRow = Pick<
  Row<'requests'>,
  'network' | 'kind' | 'conversion_path' | 'max_rate_age_s'
> &
  Partial<Pick<Row<'requests'>, 'recurring_payment_id' | 'offramp_provider'>>

/** A stored request with its plan in place of the columns that hold it. */
export type Planned<Stored> = Omit<Stored, PlanColumn> & { plan: RequestPlan }

/** All of a stored request. */
export type WholeRequest = Planned<Row<'requests'>>

/** Parses the way in which a stored request is paid. This is the only reader of those columns. */
export function parsePlan(row: PlanRow): RequestPlan {
  const { recurring_payment_id, offramp_provider, conversion_path } = row
  if (recurring_payment_id) return { way: 'scheduled', recurringPaymentId: recurring_payment_id }
  if (offramp_provider) return { way: 'bank_payout', provider: offramp_provider }
  if (conversion_path !== null && row.kind === 'conversion') {
    // Our own JSON, written when the request was created.
    const path = readPath(JSON.parse(conversion_path))
    return { way: 'converted', path, maxRateAgeS: row.max_rate_age_s }
  }
  return plainPlan(getNetwork(row.network))
}

/** Replaces the columns of a stored request that hold its plan by the plan. */
export function withPlan<Stored extends PlanRow>(row: Stored): Planned<Stored> {
  const { kind, conversion_path, max_rate_age_s, recurring_payment_id, offramp_provider, ...rest } =
    row
  return { ...rest, plan: parsePlan(row) }
}

// The same objects for all requests: what is remembered of them compares them at once.
const DIRECT: RequestPlan = { way: 'direct' }
const TRON: RequestPlan = { way: 'tron' }

/** Returns a conversion path with its two currencies or more; fewer are a defect. */
export function readPath([first, second, ...others]: readonly string[]): ConversionPath {
  if (first !== undefined && second !== undefined) return [first, second, ...others]
  throw new TypeError('A conversion path has two or more currencies.')
}
