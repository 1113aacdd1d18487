import { bankPayout } from './bankPayout.ts'
import { converted } from './converted.ts'
import { direct } from './direct.ts'
import type { RequestPlans, RequestWayId } from './plan.ts'
import { quoted } from './quoted.ts'
import { scheduled } from './scheduled.ts'
import { tron } from './tron.ts'
import type { PaymentFacts, PaymentTerms, RequestWay, WayFacts } from './way.ts'

/** Every way to pay one request. */
export const requestWays: { readonly [Id in RequestWayId]: RequestWay<RequestPlans[Id]> } = {
  direct,
  converted,
  tron,
  scheduled,
  bank_payout: bankPayout,
  quoted,
}

/** Returns the terms of a request's payment, according to its way to pay. */
export function termsOf<Id extends RequestWayId>(
  plan: PlanOf<Id>,
  facts: PaymentFacts,
): PaymentTerms {
  const way: RequestWay<RequestPlans[Id]> = requestWays[plan.way]
  return way.terms(plan, facts)
}

/** Returns the facts by which a request's way is described. */
export function describeRequest<Id extends RequestWayId>(plan: PlanOf<Id>): WayFacts {
  const way: RequestWay<RequestPlans[Id]> = requestWays[plan.way]
  return way.describe(plan)
}

/** A plan whose type names its way, so that the functions of that way accept it. */
type PlanOf<Id extends RequestWayId> = RequestPlans[Id] & { readonly way: Id }
