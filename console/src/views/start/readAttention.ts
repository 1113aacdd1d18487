import { plainText } from '@secure-payment/widget/design'
import type { WebhookRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import type { Route } from '../../routes.ts'
import { isRefund } from '../approvals/describeApproval.ts'
import { isOnlyApprover } from '../approvals/isOnlyApprover.ts'
import { readHeld } from '../approvals/readHeld.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import type { RefundWork } from '../refunds/readRefundWork.ts'

/** A record that needs the merchant's attention, and the screen for it. */
export type Attention = {
  /** Returns the sentences in a language. */
  readonly describe: (language: Language) => {
    readonly title: string
    readonly text: string
  }
  readonly route: Route
}

type Context = Pick<SignedInContext, 'client' | 'now' | 'session'>
type Language = Pick<SignedInContext, 'text' | 'format'>

/** The numbers of waiting approvals; the member requested the `own` ones, and so cannot approve them. */
type Waiting = Record<'payouts' | 'refunds' | 'ownPayouts' | 'ownRefunds' | 'limits', number>

/** The maximum number of records of each kind that the page counts. */
const MOST_COUNTED = 20
const PAGE_SIZE = '100'
const DAY_MS = 24 * 60 * 60 * 1_000
const FAILED_WITHIN_MS = 7 * DAY_MS
/** Only the unmatched payments' own screen lists older ones, because most can never be claimed. */
const UNMATCHED_WITHIN_MS = 14 * DAY_MS
const EXPIRES_WITHIN_MS = 14 * DAY_MS

/**
 * Reads the records that need the merchant's attention: payouts that the member may approve, payouts of the member that wait for another
 * member's approval, payable payouts, unmatched payments, failing webhooks, and expiring API keys.
 */
export async function readAttention(
  context: Context,
  signal: AbortSignal,
): Promise<readonly Attention[]> {
  const [approvals, payouts, unmatched, webhooks, keys] = await Promise.all([
    readApprovals(context, signal),
    readPayouts(context, signal),
    readUnmatched(context, signal),
    readWebhooks(context, signal),
    readKeys(context, signal),
  ])
  return [...approvals, ...payouts, ...unmatched, ...webhooks, ...keys]
}

/** Describes the requests that may need a refund, and the refunds that wait for payment; all link to the refunds screen. */
export function describeRefunds({
  candidates,
  openCount,
  hasMoreOpen,
}: RefundWork): readonly Attention[] {
  const waiting: Attention = {
    describe: (language) => {
      const { home } = language.text.refunds
      const written = writeCount(openCount, hasMoreOpen, language)
      return { title: home.open(openCount, written), text: home.openText }
    },
    route: { name: 'refunds' },
  }
  const undecided = candidates
    .slice(0, MOST_COUNTED)
    .map<Attention>(({ reference, reason, refundAmount, currency }) => ({
      describe: ({ text: { refunds }, format }) => ({
        title: refunds.home[reason](
          reference === null ? null : plainText(reference),
          format.money(refundAmount, nameCurrency(currency)),
        ),
        text: refunds.decide.reasons[reason].text,
      }),
      route: { name: 'refunds' },
    }))
  return openCount === 0 ? undecided : [...undecided, waiting]
}

async function readApprovals(context: Context, signal: AbortSignal): Promise<Attention[]> {
  const { found, hasMore } = await countApprovals(context, signal)
  const isAlone = found.ownPayouts + found.ownRefunds > 0 && (await isOnlyApprover(context, signal))
  const route = { name: 'approvals' } as const
  const list = (name: Exclude<keyof Waiting, 'limits'>): Attention[] => {
    const count = found[name]
    if (count === 0) return []
    const describe: Attention['describe'] = (language) => {
      const { home } = language.text.approvals
      const isOwn = name === 'ownPayouts' || name === 'ownRefunds'
      const text = { payouts: home.payoutsText, refunds: home.refundsText }
      return {
        title: home[name](count, writeCount(count, hasMore, language)),
        text: isOwn ? (isAlone ? home.aloneText : home.ownText) : text[name],
      }
    }
    return [{ describe, route }]
  }
  const limit: Attention = {
    describe: ({ text: { approvals } }) => ({
      title: approvals.home.limit,
      text: approvals.home.limitText,
    }),
    route,
  }
  return [
    ...[list('payouts'), list('refunds'), list('ownPayouts'), list('ownRefunds')].flat(),
    ...(found.limits === 0 ? [] : [limit]),
  ]
}

/** Counts the waiting approvals; `hasMore` if pages remain unread. */
async function countApprovals(
  context: Context,
  signal: AbortSignal,
): Promise<{ found: Waiting; hasMore: boolean }> {
  // Approvals that the member cannot decide on may fill a whole page, so further pages are read.
  const found = { payouts: 0, refunds: 0, ownPayouts: 0, ownRefunds: 0, limits: 0 }
  let cursor: string | null = null
  do {
    const next: { cursor?: string } = cursor === null ? {} : { cursor }
    const query = { status: 'waiting', limit: PAGE_SIZE, ...next } as const
    const page = await context.client.approvals.list({ query }, { signal })
    for (const approval of page.approvals) {
      const isLimit = approval.kind === 'limit'
      if (approval.mayApprove) {
        found[isLimit ? 'limits' : isRefund(approval) ? 'refunds' : 'payouts'] += 1
      } else if (!isLimit && may(context, 'payouts')) {
        found[isRefund(approval) ? 'ownRefunds' : 'ownPayouts'] += 1
      }
    }
    cursor = page.nextCursor
  } while (cursor !== null && found.payouts + found.refunds < MOST_COUNTED)
  return { found, hasMore: cursor !== null }
}

/** Reads the payout links that can be paid now; links for refunds are listed with the refunds. */
async function readPayouts(context: Context, signal: AbortSignal): Promise<Attention[]> {
  const filter = { flow: 'pay', status: 'pending', paysRefunds: 'false' } as const
  const [found, held] = await Promise.all([
    context.client.securePayments.list({ query: { ...filter, limit: PAGE_SIZE } }, { signal }),
    readHeld(context, signal),
  ])
  if (!('securePayments' in found)) throw new Error('The service returned one payment.')
  const { length } = found.securePayments.filter(({ token }) => !held.has(token))
  if (length === 0) return []
  const describe: Attention['describe'] = (language) => {
    const { home } = language.text.payouts
    const written = writeCount(length, found.nextCursor !== null, language)
    return { title: home.unpaid(length, written), text: home.unpaidText }
  }
  return [{ describe, route: { name: 'payouts' } }]
}

async function readUnmatched({ client, now }: Context, signal: AbortSignal): Promise<Attention[]> {
  const fromDate = new Date(now() - UNMATCHED_WITHIN_MS).toISOString()
  const query = { scope: 'open', fromDate, limit: PAGE_SIZE } as const
  const { unmatchedPayments, nextCursor } = await client.unmatchedPayments.list(
    { query },
    { signal },
  )
  const { length: open } = unmatchedPayments
  if (open === 0) return []
  const describe: Attention['describe'] = (language) => {
    const { home } = language.text
    const written = writeCount(open, nextCursor !== null, language)
    return { title: home.unmatched(open, written), text: home.unmatchedText }
  }
  return [{ describe, route: { name: 'unmatched' } }]
}

async function readWebhooks(context: Context, signal: AbortSignal): Promise<Attention[]> {
  const webhooks = await context.client.webhooks.list({}, { signal })
  const found = await Promise.all(webhooks.map((webhook) => readWebhook(context, webhook, signal)))
  return found.flat()
}

async function readWebhook(
  { client, now }: Context,
  webhook: WebhookRecord,
  signal: AbortSignal,
): Promise<Attention[]> {
  const url = plainText(webhook.url)
  if (webhook.disabledReason !== null) {
    const reason = plainText(webhook.disabledReason)
    const describe: Attention['describe'] = ({ text }) => ({
      title: text.home.disabled(url),
      text: reason,
    })
    return [{ describe, route: { name: 'webhooks' } }]
  }
  if (!webhook.isActive) return []
  const query = { status: 'dead', limit: PAGE_SIZE } as const
  const params = { webhookId: webhook.id }
  const page = await client.webhooks.deliveries({ params, query }, { signal })
  const failed = page.deliveries.filter(
    ({ isTest, createdAt }) => !isTest && Date.parse(createdAt) > now() - FAILED_WITHIN_MS,
  )
  if (failed.length === 0) return []
  const describe: Attention['describe'] = (language) => {
    const { home } = language.text
    const written = writeCount(failed.length, page.nextBefore !== null, language)
    return { title: home.failing(failed.length, written, url), text: home.failingText }
  }
  return [{ describe, route: { name: 'webhook', webhookId: webhook.id } }]
}

async function readKeys({ client, now }: Context, signal: AbortSignal): Promise<Attention[]> {
  const keys = await client.apiKeys.list({}, { signal })
  return keys.flatMap(({ label, status, expiresAt }) => {
    if (status !== 'active' || expiresAt === null) return []
    const left = Date.parse(expiresAt) - now()
    if (left > EXPIRES_WITHIN_MS) return []
    const name = plainText(label)
    const describe: Attention['describe'] = ({ text: { home }, format }) => ({
      title: left > 0 ? home.expiring(name) : home.expired(name),
      text: format.dateTime(expiresAt),
    })
    return [{ describe, route: { name: 'apiKeys' } as const }]
  })
}

function writeCount(count: number, hasMore: boolean, { text, format }: Language): string {
  const written = format.count(count)
  return hasMore ? text.home.atLeast(written) : written
}
