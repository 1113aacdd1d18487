import type { StepView } from '../../model.ts'
import { plainText } from '../../text/format.ts'
import { findTotal } from '../payment.ts'
import { formatCosts } from '../shell/elements.ts'
import type { FlowContext } from '../viewContext.ts'

/**
 * What a step is about, in words: the payment's whole sum, or what an approval allows. An approval that names no amount stands for
 * the one currency there is; among several it could be any.
 */
export function describeCost(
  context: FlowContext,
  step: Pick<StepView, 'kind' | 'cost'> | undefined,
): { readonly amount: string; readonly symbol: string } {
  const { crossing } = context.model
  // From another chain it is what leaves the wallet there that the wallet asks about.
  const costs = crossing?.cost ? [crossing.cost] : findTotal(context.model).costs
  const [first] = costs
  const isApproval = step?.kind === 'approve' || step?.kind === 'reset_approval'
  if (!isApproval) return { amount: formatCosts(context, costs), symbol: first?.symbol ?? '' }
  const cost = step.cost ?? (costs.length === 1 ? first : undefined)
  if (!cost) return { amount: context.text.oneToken, symbol: context.text.oneToken }
  return { amount: formatCosts(context, [cost]), symbol: plainText(cost.symbol) }
}
