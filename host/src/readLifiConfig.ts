import type { Environment, Reader } from './environmentReader.ts'

/** The settings for calling LI.FI. */
export type LifiConfig = {
  /** Without a trailing slash; it may have a path. */
  url: string
  apiKey: string | null
  integrator: string
  /** LI.FI's names of the bridges that may be used, at least one. */
  bridges: readonly string[]
  /** Seconds that a quote may be signed. */
  quoteLifetimeS: number
}

/** Less than the first, and no person has read the wallet's page; more than the second, and no bridge keeps its price. */
const MIN_QUOTE_LIFETIME_S = 10
const MAX_QUOTE_LIFETIME_S = 600
/** The form that LI.FI accepts as an integrator's name. */
const INTEGRATOR = /^[\w.-]{1,23}$/

/** Unlike for other variables, an empty PAY_LIFI_URL has a meaning: no payments from other chains. */
export function readLifiConfig(env: Environment, read: Reader): LifiConfig | null {
  const settings = {
    apiKey: read.header('PAY_LIFI_API_KEY'),
    integrator: read.text('PAY_LIFI_INTEGRATOR'),
    bridges: [...new Set(read.names('PAY_LIFI_BRIDGES'))],
    quoteLifetimeS: read.integer('PAY_LIFI_QUOTE_LIFETIME_S', {
      min: MIN_QUOTE_LIFETIME_S,
      max: MAX_QUOTE_LIFETIME_S,
    }),
  }
  if (!INTEGRATOR.test(settings.integrator)) {
    read.problems.push(
      `PAY_LIFI_INTEGRATOR must be at most 23 letters, digits, dots, hyphens and underscores, got ${JSON.stringify(settings.integrator)}`,
    )
  }
  if (settings.bridges.length === 0 || !settings.bridges.every((name) => /^[\w-]+$/.test(name))) {
    read.problems.push("PAY_LIFI_BRIDGES must list LI.FI's names of bridges, such as across")
  }
  const isOff = env['PAY_LIFI_URL']?.trim() === '' || read.text('PAY_LIFI_URL') === 'off'
  return isOff ? null : { url: read.baseUrl('PAY_LIFI_URL'), ...settings }
}
