import type { RecurringPayout } from '@secure-payment/core/api'
import type { AllowancePlan } from './allowance.ts'

/** Describes an allowance in the API's format, in base units as text. */
export function describeAllowance(
  plan: AllowancePlan,
): Omit<RecurringPayout['metadata'], 'stepsRequired'> {
  return {
    totalNeededAllowance: String(plan.neededUnits),
    currentAllowance: String(plan.currentUnits),
    additionalAllowanceNeeded: String(plan.lackingUnits),
    existingPaymentsAmount: String(plan.othersUnits),
  }
}
