import { z } from 'zod'

/**
 * The provider's behaviour on calls:
 *
 * - `normal`: responds correctly.
 * - `slow`: responds correctly, `slowMs` later.
 * - `silent`: accepts and executes calls and never responds.
 * - `down`: returns 503 and does nothing.
 * - `garbled`: executes calls and returns a body that is not JSON.
 * - `refuses`: returns 422 for every submission, with a code and a sentence that repeats the submitted data.
 */
export const offrampModes = ['normal', 'slow', 'silent', 'down', 'garbled', 'refuses'] as const

/**
 * The provider's behaviour on callbacks:
 *
 * - `normal`: sends each report once.
 * - `twice`: sends each report two times.
 * - `out_of_order`: sends all reports about a record once its script has ended, the last one first.
 * - `wrong_signature`: signs with another secret.
 * - `lost`: sends none.
 */
export const offrampCallbackModes = [
  'normal',
  'twice',
  'out_of_order',
  'wrong_signature',
  'lost',
] as const

const scriptSchema = z
  .array(z.object({ status: z.string(), reason: z.string().optional() }))
  .readonly()

/** The reports about a record of each kind, in order. */
export type OfframpScripts = {
  kyc: Script
  /** Begins when the script of `kyc` has ended. `PUT /payers/{id}/agreement` replaces the remaining steps with its own report. */
  agreement: Script
  account: Script
  offramp: Script
}

/** Statuses in the provider's terms. */
export type Script = readonly { status: string; reason?: string | undefined }[]

/** The state of the provider's switches. */
export type OfframpSwitches = {
  mode: (typeof offrampModes)[number]
  callbacks: (typeof offrampCallbackModes)[number]
  slowMs: number
  /** The time between two steps of every record; with 0, records advance only when `step` is called. */
  stepMs: number
  /** Apply to records that are created after the change. */
  scripts: OfframpScripts
}

/** A change to the switches; scripts that the change omits stay the same. */
export type OfframpSwitchesChange = z.infer<typeof offrampSwitchesBody>

/** The switches when a provider starts: every step succeeds. */
export const DEFAULT_OFFRAMP_SWITCHES: OfframpSwitches = {
  mode: 'normal',
  callbacks: 'normal',
  slowMs: 1_000,
  stepMs: 500,
  scripts: {
    kyc: scriptOf('initiated', 'pending', 'approved'),
    agreement: scriptOf('pending'),
    account: scriptOf('approved'),
    offramp: scriptOf('initiated', 'ongoing_checks', 'sending_fiat', 'fiat_sent', 'delivered'),
  },
}

/** Builds a script of statuses without reasons. */
export function scriptOf(...statuses: string[]): Script {
  return statuses.map((status) => ({ status }))
}

/** The body of a change. */
export const offrampSwitchesBody = z.object({
  mode: z.enum(offrampModes).optional(),
  callbacks: z.enum(offrampCallbackModes).optional(),
  slowMs: z.int().min(0).max(600_000).optional(),
  stepMs: z.int().min(0).max(600_000).optional(),
  scripts: z
    .object({
      kyc: scriptSchema,
      agreement: scriptSchema,
      account: scriptSchema,
      offramp: scriptSchema,
    })
    .partial()
    .optional(),
})

/** Returns the switches after a change. */
export function changeSwitches(
  switches: OfframpSwitches,
  change: OfframpSwitchesChange,
): OfframpSwitches {
  const scripts = { ...switches.scripts, ...dropUndefined(change.scripts ?? {}) }
  return { ...switches, ...dropUndefined(change), scripts }
}

function dropUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  // `entries` lacks only the members that were undefined, which the result's type excludes.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
