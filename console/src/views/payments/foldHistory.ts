import type { HistoryStep } from './readHistory.ts'

/** Repeated steps, which the page initially shows only as a number. */
export type FoldedSteps = { readonly kind: 'folded'; readonly steps: readonly HistoryStep[] }

/** The minimum number of folded steps: the line that replaces a single step would not be shorter. */
const LEAST_FOLDED = 2

const REPEATABLE: readonly string[] = ['screened', 'wallet_chosen', 'sent']

/**
 * Folds consecutive steps that anyone with the link can repeat: screenings, wallet choices and transaction reports. Keeps the first and
 * last step of each run, and all other steps. Rejected wallets form separate runs, so that no other step hides a rejection.
 */
export function foldHistory(steps: readonly HistoryStep[]): readonly (HistoryStep | FoldedSteps)[] {
  return splitRuns(steps).flatMap(foldRun)
}

/** Returns whether the host's screening rejected the wallet of this step. */
export function isRejection(step: HistoryStep): boolean {
  return step.kind === 'payer' && step.step.screening?.status === 'rejected'
}

/** Splits steps into runs that may be folded; every other step is a run by itself. */
function splitRuns(steps: readonly HistoryStep[]): readonly (readonly HistoryStep[])[] {
  const runs: HistoryStep[][] = []
  let previous: HistoryStep | null = null
  for (const step of steps) {
    const isNext =
      previous !== null &&
      isRepeatable(previous) &&
      isRepeatable(step) &&
      isRejection(previous) === isRejection(step)
    if (isNext) runs.at(-1)?.push(step)
    else runs.push([step])
    previous = step
  }
  return runs
}

function foldRun(run: readonly HistoryStep[]): readonly (HistoryStep | FoldedSteps)[] {
  const [first, ...others] = run
  const middle = others.slice(0, -1)
  if (first === undefined || middle.length < LEAST_FOLDED) return run
  return [first, { kind: 'folded', steps: middle }, ...others.slice(-1)]
}

function isRepeatable(step: HistoryStep): boolean {
  return step.kind === 'payer' && REPEATABLE.includes(step.step.kind)
}
