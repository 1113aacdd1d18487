import type { IncomingMessage } from 'node:http'
import type { EndpointDefinition } from '@secure-payment/core/api'
import { type Caller, principalOf } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import type { Standing } from '../limits/allowance.ts'
import { createAllowances } from '../limits/createAllowances.ts'
import { createDraws } from '../limits/createDraws.ts'
import { type Policy, WINDOW_MS } from '../limits/policy.ts'
import { clientAddress } from './clientAddress.ts'
import { RateLimitedError } from './errors.ts'

/** Headers that show a caller its remaining allowance. */
export type RateLimitHeaders = Readonly<Record<string, string>>

/** Counts calls over all hosts of the database. Each method throws {@link RateLimitedError} when nothing is left. */
export type RateLimit = {
  /**
   * Counts a call that was authenticated, or an anonymous one of an operation with its own limit.
   *
   * @throws DatabaseUnavailableError at sign-in, when the database cannot count
   */
  take(
    caller: Caller | null,
    request: IncomingMessage,
    definition: EndpointDefinition,
  ): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts a call whose credential was refused, by its address, with the allowance of a client ID: a guessing caller
   * gets 429 instead of 401. A valid credential continues to work from there: it cannot be guessed, and its owner may
   * share the address.
   */
  takeRefused(request: IncomingMessage): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts a try to sign in to one account, from anywhere: many addresses share the tries at one password. There are more of them
   * than of one address, which could otherwise lock the owner out. `account` is an id or a digest.
   *
   * @throws DatabaseUnavailableError when the database cannot count
   */
  takeAccount(account: string): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts a signed-in caller's try to name the account's password, apart from those of strangers.
   *
   * @throws DatabaseUnavailableError when the database cannot count
   */
  takePassword(account: string): RateLimitHeaders | Promise<RateLimitHeaders>
}

/**
 * The paths that a signed-in merchant's dashboard manages: counted by its account, as generously as an API key's calls.
 */
const MANAGEMENT = /^\/v\d\/(?:client-ids|api-keys|webhook)(?:\/|$)/

/** The number of addresses with exhausted tries that exhaust those of an account. */
const ADDRESSES_AN_ACCOUNT = 5

/** The number of API keys with exhausted calls that exhaust those of a merchant, who may have a hundred. */
const KEYS_A_MERCHANT = 10

/** Opens the limits that the configuration sets. */
export function createRateLimit(
  context: Pick<Context, 'db' | 'now' | 'log' | 'config'>,
): RateLimit {
  const { rateLimits, trustedProxies } = context.config
  const allowances = createAllowances(context, createDraws(context))
  const counter = (name: string, limit: number, isStrict = false) =>
    createCounter(allowances.take, { name, limit, isStrict })
  const countApiKey = counter('api-key', rateLimits.apiKey)
  const countMerchant = counter('merchant', rateLimits.apiKey * KEYS_A_MERCHANT)
  const countClientId = counter('client-id', rateLimits.clientId)
  const countSession = counter('session', rateLimits.session)
  const countManagement = counter('management', rateLimits.apiKey)
  const countSignIn = counter('sign-in', rateLimits.signIn, true)
  const countAccount = counter('account', rateLimits.signIn * ADDRESSES_AN_ACCOUNT, true)
  const countPassword = counter('password', rateLimits.signIn, true)
  const countAddress = counter('address', rateLimits.clientId)
  const countRefusal = counter('refused', rateLimits.clientId)
  const addressOf = (request: IncomingMessage) => clientAddress(request, trustedProxies)

  return {
    take(caller, request, definition) {
      if (caller === null) {
        const key = `${definition.id}:${addressOf(request)}`
        if (definition.limit === 'signIn') return countSignIn(key)
        return definition.limit === 'address' ? countAddress(key) : {}
      }
      switch (caller.credential) {
        case 'apiKey':
          return alsoCount(countApiKey(caller.keyId), () => countMerchant(caller.tenantId))
        case 'clientId':
          return countClientId(`${caller.clientId}:${addressOf(request)}`)
        case 'session':
        case 'walletSession':
          if (MANAGEMENT.test(definition.path)) return countManagement(principalOf(caller))
          return countSession(addressOf(request))
        default:
          return caller satisfies never
      }
    },
    takeRefused: (request) => countRefusal(addressOf(request)),
    takeAccount: (account) => countAccount(account),
    takePassword: (account) => countPassword(account),
  }
}

/** A call within its key's limit counts for the merchant too; the caller receives the key's allowance. */
function alsoCount(
  counted: RateLimitHeaders | Promise<RateLimitHeaders>,
  count: () => RateLimitHeaders | Promise<RateLimitHeaders>,
): RateLimitHeaders | Promise<RateLimitHeaders> {
  if (counted instanceof Promise) {
    return counted.then(async (headers) => {
      await count()
      return headers
    })
  }
  const also = count()
  return also instanceof Promise ? also.then(() => counted) : counted
}

type Counter = (key: string) => RateLimitHeaders | Promise<RateLimitHeaders>

function createCounter(
  take: (key: string, policy: Policy) => Standing | Promise<Standing>,
  policy: Policy,
): Counter {
  if (policy.limit === 0) return () => ({})
  const described = `"${policy.name}";q=${policy.limit};w=${WINDOW_MS / 1_000}`
  const answer = ({ isAllowed, remaining, resetS }: Standing): RateLimitHeaders => {
    const headers = {
      ratelimit: `"${policy.name}";r=${remaining};t=${resetS}`,
      'ratelimit-policy': described,
    }
    if (isAllowed) return headers
    throw new RateLimitedError({ limit: policy.limit, retryAfterS: resetS, headers })
  }
  return (key) => {
    const standing = take(`${policy.name}:${key}`, policy)
    return standing instanceof Promise ? standing.then(answer) : answer(standing)
  }
}
