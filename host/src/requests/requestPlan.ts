import { getNetwork, type Network } from '@secure-payment/core/networks'
import type { ConversionPath, RequestPlan } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'

/** The columns that store a request's plan; only this module reads them. */
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
    kind: kindOf(plan),
    conversion_path: isConverted ? JSON.stringify(plan.path) : null,
    max_rate_age_s: isConverted ? plan.maxRateAgeS : null,
    recurring_payment_id: plan.way === 'scheduled' ? plan.recurringPaymentId : null,
    offramp_provider: plan.way === 'bank_payout' ? plan.provider : null,
  }
}

function kindOf(plan: RequestPlan): Row<'requests'>['kind'] {
  switch (plan.way) {
    case 'converted':
      return 'conversion'
    case 'quoted':
      return plan.pricing === 'par' ? 'par' : 'quoted'
    default:
      return 'direct'
  }
}

/** Returns the plan of a request that a payer pays in its invoice currency into a wallet. */
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

/**
 * A stored request with the columns that its plan needs. The last two are omitted if a request has none, as on payment pages.
 */
export type PlanRow = Pick<
  Row<'requests'>,
  'network' | 'kind' | 'conversion_path' | 'max_rate_age_s'
> &
  Partial<Pick<Row<'requests'>, 'recurring_payment_id' | 'offramp_provider'>>

/** A stored request with its plan in place of the plan's columns. */
export type Planned<Stored> = Omit<Stored, PlanColumn> & { plan: RequestPlan }

/** A whole stored request, with its plan in place of the plan's columns. */
export type WholeRequest = Planned<Row<'requests'>>

/** Parses the way in which a stored request is paid. Only this function reads the plan's columns. */
export function parsePlan(row: PlanRow): RequestPlan {
  const { recurring_payment_id, offramp_provider, conversion_path } = row
  if (recurring_payment_id) return { way: 'scheduled', recurringPaymentId: recurring_payment_id }
  if (offramp_provider) return { way: 'bank_payout', provider: offramp_provider }
  if (conversion_path !== null && row.kind === 'conversion') {
    // The host wrote this JSON when the request was created.
    const path = readPath(JSON.parse(conversion_path))
    return { way: 'converted', path, maxRateAgeS: row.max_rate_age_s }
  }
  if (row.kind === 'par') return PAR
  if (row.kind === 'quoted') return QUOTED
  return plainPlan(getNetwork(row.network))
}

/** Replaces the plan's columns of a stored request with the plan. */
export function withPlan<Stored extends PlanRow>(row: Stored): Planned<Stored> {
  return {
    ...row,
    plan: parsePlan(row),
    // The columns are set to undefined, because rest destructuring without these columns would take thirty times as long.
    kind: undefined,
    conversion_path: undefined,
    max_rate_age_s: undefined,
    recurring_payment_id: undefined,
    offramp_provider: undefined,
  }
}

// All requests share these objects, because caches compare them by identity.
const DIRECT: RequestPlan = { way: 'direct' }
const TRON: RequestPlan = { way: 'tron' }
const PAR: RequestPlan = { way: 'quoted', pricing: 'par' }
const QUOTED: RequestPlan = { way: 'quoted', pricing: 'market' }

/** Returns a conversion path with at least two currencies; fewer are a bug. */
export function readPath([first, second, ...others]: readonly string[]): ConversionPath {
  if (first !== undefined && second !== undefined) return [first, second, ...others]
  throw new TypeError('A conversion path has two or more currencies.')
}
