import type { IncomingMessage } from 'node:http'
import { isUlid } from '@secure-payment/core'
import type { EndpointDefinition } from '@secure-payment/core/api'
import type { Standing } from '../allowances/allowance.ts'
import { createAllowances } from '../allowances/createAllowances.ts'
import { createDraws } from '../allowances/createDraws.ts'
import { type Policy, WINDOW_MS } from '../allowances/policy.ts'
import { type Caller, isServer, principalOf } from '../auth/caller.ts'
import { siteOf } from '../auth/digestAddress.ts'
import type { Context } from '../context.ts'
import { clientAddress } from './clientAddress.ts'
import { RateLimitedError } from './errors.ts'

/** Headers that show a caller the remaining allowance. */
type RateLimitHeaders = Readonly<Record<string, string>>

/** Counts calls across all hosts that share the database. Each method throws {@link RateLimitedError} when no calls are left. */
export type RateLimit = {
  /**
   * Counts a call that was authenticated, or an anonymous call to an operation with its own limit.
   *
   * @throws DatabaseUnavailableError at sign-in, when the database cannot count
   */
  take(
    caller: Caller | null,
    request: IncomingMessage,
    definition: EndpointDefinition,
  ): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts a call with a rejected credential by its caller's address, up to a client ID's limit. A caller that keeps guessing therefore
   * gets 429 instead of 401. A valid credential continues to work from that address, because it cannot be guessed and its owner may share
   * the address.
   */
  takeRefused(request: IncomingMessage): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts the sign-in attempts on an account from all addresses, because an attacker may use many. The limit
   * exceeds that of one address, which could otherwise lock the owner out. `account` is an id or a digest.
   *
   * @throws DatabaseUnavailableError when the database cannot count
   */
  takeAccount(account: string): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts a signed-in caller's password attempts separately from strangers' sign-in attempts.
   *
   * @throws DatabaseUnavailableError when the database cannot count
   */
  takePassword(account: string): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts the requested password resets of an address, whether it has an account or not, separately from sign-ins.
   *
   * @throws DatabaseUnavailableError when the database cannot count
   */
  takeReset(address: string): RateLimitHeaders | Promise<RateLimitHeaders>
  /**
   * Counts the copies of a reusable link that an address opens, and those that all payers open. An IPv6 address counts by its /48, all of
   * which may belong to one subscriber. `addressDigest` is null for a server, whose calls all come from one address.
   */
  takeOpening(link: {
    token: string
    addressDigest: string | null
  }): RateLimitHeaders | Promise<RateLimitHeaders>
  /** Counts the receipts that an address reads; the limit is the same as for a client ID. */
  takeReceipt(request: IncomingMessage): RateLimitHeaders | Promise<RateLimitHeaders>
  /** Counts the PDFs that an address requests, and the PDFs of a merchant's receipts that all addresses request. */
  takePdf(pdf: {
    request: IncomingMessage
    tenantId: string
  }): RateLimitHeaders | Promise<RateLimitHeaders>
}

/** The paths of the records that a signed-in merchant manages in the dashboard. */
const MANAGEMENT = /^\/v\d\/(?:client-ids|api-keys|webhook)(?:\/|$)/

/** The paths of the merchant's records that a dashboard only reads. */
const RECORDS =
  /^\/v2\/(?:payments|unmatched-payments|request|secure-payments|payouts|payer)(?:\/|$)/

/** The limit on sign-in attempts per account, as a multiple of one address's limit. */
const ADDRESSES_AN_ACCOUNT = 5

/**
 * An address may open one link's copies up to a client ID's limit divided by this number. Few payers share an address and a link.
 */
const OPENINGS_PART = 10

/** An address may request PDFs up to a client ID's limit divided by this number, because a PDF takes most of a second. */
const PDFS_PART = 5

/** The limit on the PDFs of a merchant's receipts, as a multiple of one address's limit. */
const ADDRESSES_A_PDF = 10

/** The limit on copies for all payers of a link, as a multiple of one address's limit. */
const ADDRESSES_A_LINK = 20

/**
 * The limit on the hosted page's calls from one address, as a multiple of the limit for one payment. All payers use the page's client ID,
 * and many can share an address: in a shop, or behind a mobile network's gateway.
 */
const PAYMENTS_AN_ADDRESS = 10

/** The limit on a merchant's calls, as a multiple of one API key's limit, because a merchant may have a hundred keys. */
const KEYS_A_MERCHANT = 10

/** Creates the counters of the configured limits. */
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
  const countReset = counter('reset', rateLimits.signIn * ADDRESSES_AN_ACCOUNT, true)
  const countPassword = counter('password', rateLimits.signIn, true)
  const countAddress = counter('address', rateLimits.clientId)
  const countRefusal = counter('refused', rateLimits.clientId)
  const openings = Math.ceil(rateLimits.clientId / OPENINGS_PART)
  const countOpening = counter('opening', openings)
  const countLink = counter('link', openings * ADDRESSES_A_LINK)
  const countReceipt = counter('receipt', rateLimits.clientId)
  const pdfs = Math.ceil(rateLimits.clientId / PDFS_PART)
  const countPdf = counter('pdf', pdfs)
  const countMerchantPdf = counter('merchant-pdf', pdfs * ADDRESSES_A_PDF)
  const countAllPages = counter('pages', rateLimits.clientId * PAYMENTS_AN_ADDRESS)
  const addressOf = (request: IncomingMessage) => clientAddress(request, trustedProxies)
  const countPage = (request: IncomingMessage) => {
    const address = addressOf(request)
    const counted = countClientId(`page:${address}:${tokenOf(request)}`)
    return alsoCount(counted, () => countAllPages(address))
  }

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
          if (isServer(caller)) {
            return alsoCount(countApiKey(caller.clientId), () => countMerchant(caller.tenantId))
          }
          if (caller.isFirstParty) return countPage(request)
          return countClientId(`${caller.clientId}:${addressOf(request)}`)
        case 'session':
        case 'walletSession':
          if (isManagement(definition)) return countManagement(principalOf(caller))
          return countSession(addressOf(request))
        default:
          return caller satisfies never
      }
    },
    takeRefused: (request) => countRefusal(addressOf(request)),
    takeAccount: (account) => countAccount(account),
    takePassword: (account) => countPassword(account),
    takeReset: (address) => countReset(address),
    takeOpening({ token, addressDigest }) {
      if (addressDigest === null) return countLink(token)
      return alsoCount(countOpening(`${token}:${siteOf(addressDigest)}`), () => countLink(token))
    },
    takeReceipt: (request) => countReceipt(addressOf(request)),
    takePdf: ({ request, tenantId }) =>
      alsoCount(countPdf(addressOf(request)), () => countMerchantPdf(tenantId)),
  }
}

/** Returns the token in a call's path; calls without a valid one return the same text. */
function tokenOf({ url = '' }: IncomingMessage): string {
  const [, token = ''] = PAYMENT.exec(url) ?? []
  return isUlid(token) ? token : 'none'
}

const PAYMENT = /^\/v\d\/secure-payments\/([^/?]+)/

/** Returns whether a session's call counts by account, with an API key's limit. */
function isManagement({ method, path }: EndpointDefinition): boolean {
  return MANAGEMENT.test(path) || (method === 'GET' && RECORDS.test(path))
}

/** Also counts a call for the merchant if the call is within its key's limit. Returns the key's headers. */
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
