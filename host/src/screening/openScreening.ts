import { ConfigError } from '../config.ts'
import type { Context } from '../context.ts'
import type { Screener } from './screener.ts'

/** The time in seconds after which the merchant gets another event about a local decision, which costs no call. */
const LIST_TTL_S = 3_600

/**
 * Opens the screening that PAY_SCREENING selects; null if the host screens no wallets. Only the code of that kind is loaded.
 *
 * @throws ConfigError if the file of the deny list cannot be used
 */
export async function openScreening(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random'>,
): Promise<Screener | null> {
  const settings = context.config.screening
  if (settings.kind === 'off') return null
  const { createScreener } = await import('./createScreener.ts')
  if (settings.kind === 'http') {
    const { openHttpScreening } = await import('./openHttpScreening.ts')
    return createScreener(context, openHttpScreening(context, settings), settings)
  }
  const { openDenyList, DenyListError } = await import('./openDenyList.ts')
  const rules = { ...settings, ttlS: LIST_TTL_S, limit: null }
  try {
    return createScreener(context, await openDenyList(context, settings), rules)
  } catch (error) {
    throw error instanceof DenyListError ? new ConfigError([error.message]) : error
  }
}
