import type { Model, Signal } from '../model.ts'

/** Returns the notification of a changed attempt, which the page receives in addition to the machine's own signals. */
export function signalsBetween(before: Model, after: Model): readonly Signal[] {
  const signals: Signal[] = []
  const option = after.options.find((one) => one.id === after.optionId)
  if (option !== undefined && before.optionId !== after.optionId) {
    signals.push({ type: 'option', option })
  }
  signals.push(...stepSignals(before, after))
  for (const transaction of after.transactions) {
    const isKnown = before.transactions.some((one) => one.hash === transaction.hash)
    if (!isKnown) signals.push({ type: 'transaction', transaction })
  }
  if (after.error !== null && after.error !== before.error) {
    signals.push({ type: 'error', error: after.error })
  }
  return signals
}

function stepSignals(before: Model, after: Model): readonly Signal[] {
  const count = after.steps.length
  return after.steps.flatMap(({ kind, status }, index) => {
    // A kind may occur twice, and a network switch may have preceded it.
    const place = after.steps.slice(0, index).filter((step) => step.kind === kind).length
    const was = before.steps.filter((step) => step.kind === kind)[place]?.status ?? 'waiting'
    return was === status ? [] : [{ type: 'step', index, count, kind, status }]
  })
}
