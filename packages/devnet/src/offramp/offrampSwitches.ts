import { z } from 'zod'

/**
 * How the provider answers calls:
 *
 * - `normal`: as it should.
 * - `slow`: as it should, `slowMs` later.
 * - `silent`: takes calls, does what they say and never answers.
 * - `down`: answers 503 and does nothing.
 * - `garbled`: does what calls say and answers what is no JSON.
 * - `refuses`: answers 422 to what is submitted, with a code and a sentence that repeats what it was sent.
 */
export const offrampModes = ['normal', 'slow', 'silent', 'down', 'garbled', 'refuses'] as const

/**
 * How the provider calls back: `normal`; `twice`, each report two times; `out_of_order`, all reports of a record when its script has
 * ended, the last one first; `wrong_signature`, with another secret; `lost`, not at all.
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

/** What is reported of a record of each kind, in order. */
export type OfframpScripts = {
  kyc: Script
  /** Begins when the script of `kyc` has ended; the API's `completed` comes on top. */
  agreement: Script
  account: Script
  offramp: Script
}

/** Statuses in the provider's words. */
export type Script = readonly { status: string; reason?: string | undefined }[]

/** The state of the provider's switches. */
export type OfframpSwitches = {
  mode: (typeof offrampModes)[number]
  callbacks: (typeof offrampCallbackModes)[number]
  slowMs: number
  /** Between two steps of every record; 0: only when `step` is called. */
  stepMs: number
  /** For records that are created from then on. */
  scripts: OfframpScripts
}

/** A change of switches; a script that is not named stays. */
export type OfframpSwitchesChange = z.infer<typeof offrampSwitchesBody>

/** Switches as they are when a provider starts: all goes well. */
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

/** A script of statuses without reasons. */
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

/** The switches after a change. */
export function changeSwitches(
  switches: OfframpSwitches,
  change: OfframpSwitchesChange,
): OfframpSwitches {
  const scripts = { ...switches.scripts, ...dropUndefined(change.scripts ?? {}) }
  return { ...switches, ...dropUndefined(change), scripts }
}

function dropUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  // Only members without a value were left out.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
