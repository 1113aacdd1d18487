import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../context.ts'

/** The progress of one network; see the schema of `GET /readyz`. */
export type NetworkHealth = Output<typeof api.health.readyz>['networks'][number]

/** The context that checks may use. */
export type ReadinessContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'now' | 'clock' | 'contracts'
>

/** The facts that are read once for all checks in one response. */
export type ReadinessFacts = {
  context: ReadinessContext
  /** The state of every served network, in the order of the configuration. */
  networks: readonly NetworkHealth[]
}

/** A fault that a check found. */
type ReadinessFinding = {
  /** The network that the finding concerns; absent if it concerns the whole host. */
  network?: string
  /** Complete sentences for the operator: the fault and the remedy. The sentences are public, so they contain no secrets and no URLs. */
  message: string
}

/** One check of `GET /readyz`. A check only reads, because the path is public. */
export type ReadinessCheck = {
  /** Stable snake_case name, shown as `check` and listed in docs/guides/run-the-host.md. */
  name: string
  /** A `failure` makes the host not ready (503); a `warning` is reported and leaves it ready. */
  level: 'failure' | 'warning'
  /** Returns all findings; an empty array if the check finds no fault. */
  run(facts: ReadinessFacts): readonly ReadinessFinding[] | Promise<readonly ReadinessFinding[]>
}
