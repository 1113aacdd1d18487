import type { StateName } from './model.ts'

/** The custom state (`:state(…)`) for each state of the payment; `ready` for the states that are not listed. */
export const MOODS: Readonly<Partial<Record<StateName, string>>> = {
  idle: 'loading',
  loading: 'loading',
  unavailable: 'error',
  blocked: 'error',
  failed: 'error',
  unknown: 'error',
  locked: 'error',
  preparing: 'paying',
  switching: 'paying',
  resetting: 'paying',
  approving: 'paying',
  permitting: 'paying',
  signing: 'paying',
  resuming: 'paying',
  broadcasting: 'sent',
  confirming: 'sent',
  settling: 'sent',
  succeeded: 'paid',
}
