import type { HistoryStep } from './readHistory.ts'

/** Repeated steps, which the page initially shows only as a number. */
export type FoldedSteps = { readonly kind: 'folded'; readonly steps: readonly HistoryStep[] }

/** The minimum number of folded steps: the line that replaces a single step would be no shorter. */
const LEAST_FOLDED = 2

const REPEATABLE: readonly string[] = ['screened', 'wallet_chosen', 'sent']

/**
 * Folds consecutive screenings, wallet choices and transaction reports, all of which anyone with the link can repeat. Keeps the
 * first and last step of each run, and all other steps.
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
  return step.kind === 'payer' && REPEATABLE.includes(step.step.kind)
}
