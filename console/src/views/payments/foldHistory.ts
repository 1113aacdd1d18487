import type { HistoryStep } from './readHistory.ts'

/** Repeated steps, of which the page first shows only the number. */
export type FoldedSteps = { readonly kind: 'folded'; readonly steps: readonly HistoryStep[] }

/** Fewer steps between the first and the last one are shown: a line with their number would be no shorter. */
const LEAST_FOLDED = 2

/**
 * Folds wallet choices and transaction reports that follow each other: anyone with the link can repeat both. Their first
 * and last step stay, as do all other steps.
 */
export function foldHistory(steps: readonly HistoryStep[]): readonly (HistoryStep | FoldedSteps)[] {
  const shown: (HistoryStep | FoldedSteps)[] = []
  for (let at = 0; at < steps.length; ) {
    const end = steps.findIndex((step, index) => index >= at && !isRepeatable(step))
    const run = steps.slice(at, end === -1 ? steps.length : end)
    const [first, ...others] = run
    const middle = others.slice(0, -1)
    if (first === undefined || middle.length < LEAST_FOLDED) shown.push(...run)
    else shown.push(first, { kind: 'folded', steps: middle }, ...others.slice(-1))
    at += run.length
    shown.push(...steps.slice(at, at + 1))
    at += 1
  }
  return shown
}

function isRepeatable(step: HistoryStep): boolean {
  return step.kind === 'payer' && (step.step.kind === 'wallet_chosen' || step.step.kind === 'sent')
}
