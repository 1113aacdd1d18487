import type { Model, Signal } from '../model.ts'

/**
 * Returns the notification of a changed state or account, which the page receives from the first screen on. `reason` is the fact
 * that caused the change.
 */
export function openingSignals(before: Model, after: Model, reason: string): readonly Signal[] {
  const signals: Signal[] = []
  if (before.state !== after.state) {
    signals.push({ type: 'statechange', from: before.state, to: after.state, reason })
  }
  if (after.account !== null && after.account.address !== before.account?.address) {
    signals.push({ type: 'connect', account: after.account })
  }
  if (before.account !== null && after.account === null) signals.push({ type: 'disconnect' })
  return signals
}
