import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../context.ts'

/** How far one network is; see the schema of `GET /readyz`. */
export type NetworkHealth = Output<typeof api.health.readyz>['networks'][number]

/** The context that checks may use. */
export type ReadinessContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'now' | 'clock' | 'contracts'
>

/** What was read once for all checks of one answer. */
export type ReadinessFacts = {
  context: ReadinessContext
  /** Of every served network, in the order of the configuration. */
  networks: readonly NetworkHealth[]
}

/** One thing that is wrong. */
export type ReadinessFinding = {
  /** The network that it concerns; none = the whole host. */
  network?: string
  /** Full sentences for the operator: what is wrong, and what to do. No secrets and no URLs: everybody may read them. */
  message: string
}

/** One question that `GET /readyz` asks. It reads only: the path is open to everybody. */
export type ReadinessCheck = {
  /** Stable snake_case name, shown as `check` and listed in docs/guides/run-the-host.md. */
  name: string
  /** A `failure` makes the host not ready (503); a `warning` is shown and leaves it ready. */
  level: 'failure' | 'warning'
  /** Returns everything that is wrong; nothing = all is well. Runs at most once a second. */
  run(facts: ReadinessFacts): readonly ReadinessFinding[] | Promise<readonly ReadinessFinding[]>
}
