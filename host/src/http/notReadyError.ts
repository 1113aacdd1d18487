import { BaseError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { ProblemMembers } from './problem.ts'

/** A check's finding. `network` is the affected network; null for the whole host. */
export type ShownFinding = { check: string; network: string | null; message: string }

/** The host cannot serve calls now. The problem document has the members of a ready response, and the reasons. */
export class NotReadyError extends BaseError implements ProblemMembers {
  readonly code = 'not_ready'
  readonly kind = 'unavailable'
  readonly failures: readonly ShownFinding[]
  readonly warnings: readonly ShownFinding[]
  readonly networks: readonly Output<typeof api.health.readyz>['networks'][number][]
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(facts: {
    failures: readonly ShownFinding[]
    warnings: readonly ShownFinding[]
    networks: readonly Output<typeof api.health.readyz>['networks'][number][]
    cause?: unknown
  }) {
    super(`The host is not ready. ${facts.failures.map(({ message }) => message).join(' ')}`, {
      retryable: true,
      cause: facts.cause,
    })
    const { failures, warnings, networks } = facts
    this.failures = failures
    this.warnings = warnings
    this.networks = networks
    this.problemMembers = { failures, warnings, networks }
  }
}
