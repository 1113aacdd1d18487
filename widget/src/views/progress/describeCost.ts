import type { Model, StepView } from '../../model.ts'
import type { Cost } from '../../payOption.ts'
import { plainText } from '../../text/format.ts'
import { findTotal } from '../payment.ts'
import { formatCosts } from '../shell/elements.ts'
import type { FlowContext } from '../viewContext.ts'

/**
 * Returns a step's amount in words: the amount of the wallet's request, or an approval's allowance. For an approval without an amount, this
 * is the payment's amount, or a neutral word if the payment has several currencies.
 */
export function describeCost(
  context: FlowContext,
  step: Pick<StepView, 'kind' | 'cost'> | undefined,
): { readonly amount: string; readonly symbol: string } {
  const costs = findAsked(context.model)
  const [first] = costs
  const isApproval = step?.kind === 'approve' || step?.kind === 'reset_approval'
  if (!isApproval) {
    const amount = formatCosts(context, costs)
    const { review } = context.model
    const isMost = !review?.quote && review?.items.some(({ conversion }) => conversion)
    return { amount: isMost ? context.text.upTo(amount) : amount, symbol: first?.symbol ?? '' }
  }
  const cost = step.cost ?? (costs.length === 1 ? first : undefined)
  if (!cost) return { amount: context.text.oneToken, symbol: context.text.oneToken }
  return { amount: formatCosts(context, [cost]), symbol: plainText(cost.symbol) }
}

/** Finds the amount of the wallet's request, in the currency that leaves the wallet; for a payment from another chain, the amount on that chain. */
function findAsked(model: Model): readonly Cost[] {
  const { crossing, review } = model
  if (crossing?.cost) return [crossing.cost]
  return review && model.state !== 'succeeded' ? review.spending : findTotal(model).costs
}
