import { createAllowances } from '../allowances/createAllowances.ts'
import { createDraws } from '../allowances/createDraws.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import { createCircuit } from '../outgoing/createCircuit.ts'
import { ScreeningFailedError, ScreeningLimitedError, ScreeningUnavailableError } from './errors.ts'
import { isCurrent } from './isCurrent.ts'
import type { ScreenedWallet, ScreeningProvider } from './provider.ts'
import { readScreening } from './readScreening.ts'
import type { ScreenedPayment, Screener, Screening } from './screener.ts'

type ScreenerContext = Pick<Context, 'db' | 'log' | 'now'>
type Rules = Pick<Config['screening'], 'scope' | 'whenDown'> & {
  /** The maximum time for which a decision is used, in seconds. */
  ttlS: number
  /** Calls to the provider per minute and merchant; null for no limit. */
  limit: number | null
}

/** One payment page may use a sixth of its merchant's calls, because anyone with its link can name any number of wallets. */
const PAGE_SHARE = 6
/** All copies of one reusable link may together use half of the calls, because anyone with the link can open copies. */
const LINK_SHARE = 2

const selectStored = preparedRead((kysely) =>
  kysely
    .selectFrom('screenings')
    .selectAll()
    .where('provider', '=', TEXT)
    .where('wallet', '=', TEXT)
    .compile(),
)

/**
 * Creates the screener of a provider. The decisions of a remote provider are stored with their expiry, for all hosts of the database.
 * Concurrent calls that need the same decision share one call to the provider. Only a screening that calls the provider counts against the
 * limits.
 */
export function createScreener(
  context: ScreenerContext,
  provider: ScreeningProvider,
  rules: Rules,
): Screener {
  const { db, log, now } = context
  const takeCall = createCallLimit(context, rules.limit)
  const asked = new Map<string, Promise<Screening>>()
  const circuit = createCircuit({
    nowMs: () => now().getTime(),
    onOpen: (failures) => log.error({ provider: provider.id, failures }, 'Screening fails'),
    onClose: () => log.info({ provider: provider.id }, 'Screening works again'),
  })

  async function ask(wallet: ScreenedWallet): Promise<Screening> {
    const permit = circuit.enter()
    if (permit === null) throw new ScreeningFailedError('it failed several times')
    try {
      const verdict = await provider.decide(wallet)
      permit.succeeded()
      const { isAllowed, reasonCode, reference } = verdict
      const screenedAt = now()
      const latestMs = screenedAt.getTime() + rules.ttlS * 1_000
      const endMs = Math.min(verdict.expiresAt?.getTime() ?? latestMs, latestMs)
      return {
        ...{ wallet: wallet.address, provider: provider.id, isAllowed, reasonCode, reference },
        screenedAt: screenedAt.toISOString(),
        expiresAt: new Date(Math.max(endMs, screenedAt.getTime())).toISOString(),
      }
    } catch (error) {
      permit.failed()
      throw error
    }
  }

  /** Calls a remote provider once for all screenings that wait for this wallet, and stores its decision. */
  function askOnce(wallet: ScreenedWallet): Promise<Screening> {
    const known = asked.get(wallet.address)
    if (known !== undefined) return known
    const answer = ask(wallet)
      .then(async (screening) => {
        await store(db, screening)
        return screening
      })
      .finally(() => asked.delete(wallet.address))
    asked.set(wallet.address, answer)
    return answer
  }

  return {
    id: provider.id,
    scope: rules.scope,
    async screen(wallet, payment) {
      if (!provider.isRemote) return ask(wallet)
      const [row] = await selectStored(db, provider.id, wallet.address)
      const last = row === undefined ? null : readScreening(row)
      if (last !== null && isCurrent(last, now())) return last
      if (!asked.has(wallet.address)) await takeCall(payment)
      return askOnce(wallet).catch((cause: unknown) => {
        if (!(cause instanceof ScreeningFailedError)) throw cause
        log.warn({ provider: provider.id, reason: cause.reason }, 'A wallet was not screened')
        return withoutDecision(rules, last, cause)
      })
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

/**
 * Returns the outcome for a wallet without a current decision; null if it may pay without one. A rejected wallet stays rejected until the
 * provider decides otherwise.
 *
 * @throws ScreeningUnavailableError
 */
function withoutDecision(
  { whenDown }: Pick<Rules, 'whenDown'>,
  last: Screening | null,
  cause: ScreeningFailedError,
): Screening | null {
  if (last !== null && !last.isAllowed) return last
  if (whenDown === 'open') return null
  throw new ScreeningUnavailableError({ cause })
}

function createCallLimit(context: ScreenerContext, limit: number | null) {
  const allowances = createAllowances(context, createDraws(context))
  const take = async (key: string, policy: { name: string; limit: number }) => {
    const standing = await allowances.take(`${policy.name}:${key}`, { ...policy, isStrict: false })
    if (!standing.isAllowed) throw new ScreeningLimitedError({ retryAfterS: standing.resetS })
  }
  return async ({ tenantId, token, linkToken }: ScreenedPayment): Promise<void> => {
    if (limit === null) return
    const share = (parts: number) => Math.ceil(limit / parts)
    if (token !== null) await take(token, { name: 'page-screenings', limit: share(PAGE_SHARE) })
    if (linkToken !== null) {
      await take(linkToken, { name: 'link-screenings', limit: share(LINK_SHARE) })
    }
    await take(tenantId, { name: 'screenings', limit })
  }
}

async function store(db: Context['db'], screening: Screening): Promise<void> {
  const { wallet, provider, isAllowed, reasonCode, reference, screenedAt, expiresAt } = screening
  const decision = {
    is_allowed: isAllowed ? 1 : 0,
    reason_code: reasonCode,
    reference,
    screened_at: screenedAt,
    expires_at: expiresAt,
  }
  await db.kysely
    .insertInto('screenings')
    .values({ provider, wallet, ...decision })
    .onConflict((conflict) => conflict.columns(['provider', 'wallet']).doUpdateSet(decision))
    .execute()
}
