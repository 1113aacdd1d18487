import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../context.ts'

/** The progress of one network; see the schema of `GET /readyz`. */
export type NetworkHealth = Output<typeof api.health.readyz>['networks'][number]

/** The context that checks may use. */
export type ReadinessContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'now' | 'clock' | 'contracts'
>

/** The facts that were read once for all checks of one response. */
export type ReadinessFacts = {
  context: ReadinessContext
  /** The state of every served network, in the order of the configuration. */
  networks: readonly NetworkHealth[]
}

/** One thing that is wrong. */
export type ReadinessFinding = {
  /** The network that it concerns; none = the whole host. */
  network?: string
  /** Full sentences for the operator: the fault, and the remedy. No secrets and no URLs: they are public. */
  message: string
}

/** One check of `GET /readyz`. It reads only: the path is public. */
export type ReadinessCheck = {
  /** Stable snake_case name, shown as `check` and listed in docs/guides/run-the-host.md. */
  name: string
  /** A `failure` makes the host not ready (503); a `warning` is shown and leaves it ready. */
  level: 'failure' | 'warning'
  /** Returns all faults; none = all is well. Runs at most once per second. */
  run(facts: ReadinessFacts): readonly ReadinessFinding[] | Promise<readonly ReadinessFinding[]>
}
