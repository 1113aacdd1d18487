import { plainText } from '@secure-payment/widget/design'
import type { WebhookRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import type { Route } from '../../routes.ts'

/** A record that needs the merchant's attention, and the screen for it. */
export type Attention = {
  readonly title: string
  readonly text: string | null
  readonly route: Route
}

type Context = Pick<SignedInContext, 'client' | 'text' | 'format' | 'now'>

/** The page counts records of each kind up to this number. */
const MOST_COUNTED = 20
const PAGE_SIZE = '100'
const DAY_MS = 24 * 60 * 60 * 1_000
const FAILED_WITHIN_MS = 7 * DAY_MS
/** Most unmatched payments can never be claimed: older ones no longer warn, and stay in their list. */
const UNMATCHED_WITHIN_MS = 14 * DAY_MS
const EXPIRES_WITHIN_MS = 14 * DAY_MS

/**
 * Reads the records that need the merchant's attention: payouts that the member may approve, unmatched payments, webhooks that fail, and API
 * keys that expire.
 */
export async function readAttention(
  context: Context,
  signal: AbortSignal,
): Promise<readonly Attention[]> {
  const [approvals, unmatched, webhooks, keys] = await Promise.all([
    readApprovals(context, signal),
    readUnmatched(context, signal),
    readWebhooks(context, signal),
    readKeys(context, signal),
  ])
  return [...approvals, ...unmatched, ...webhooks, ...keys]
}

async function readApprovals({ client, text }: Context, signal: AbortSignal): Promise<Attention[]> {
  // The approvals that the member may not give need the attention of others, and may fill a page.
  const found = { payouts: 0, limits: 0 }
  let cursor: string | null = null
  do {
    const next: { cursor?: string } = cursor === null ? {} : { cursor }
    const query = { status: 'waiting', limit: PAGE_SIZE, ...next } as const
    const page = await client.approvals.list({ query }, { signal })
    const own = page.approvals.filter(({ mayApprove }) => mayApprove)
    const limits = own.filter(({ kind }) => kind === 'limit').length
    found.limits += limits
    found.payouts += own.length - limits
    cursor = page.nextCursor
  } while (cursor !== null && found.payouts < MOST_COUNTED)
  const { home } = text.approvals
  const title = home.waiting(writeCount(found.payouts, cursor !== null, text))
  const route = { name: 'approvals' } as const
  return [
    ...(found.payouts === 0 ? [] : [{ title, text: home.waitingText, route }]),
    ...(found.limits === 0 ? [] : [{ title: home.limit, text: home.limitText, route }]),
  ]
}

async function readUnmatched(
  { client, text, now }: Context,
  signal: AbortSignal,
): Promise<Attention[]> {
  // Claimed payments stay in the list, so the open ones may be on a later page.
  let open = 0
  let cursor: string | null = null
  do {
    const next: { cursor?: string } = cursor === null ? {} : { cursor }
    const query = { scope: 'notable', limit: PAGE_SIZE, ...next } as const
    const page = await client.unmatchedPayments.list({ query }, { signal })
    const recent = page.unmatchedPayments.filter(
      ({ detectedAt }) => Date.parse(detectedAt) > now() - UNMATCHED_WITHIN_MS,
    )
    open += recent.filter((one) => one.claimedRequestId === null).length
    cursor = recent.length < page.unmatchedPayments.length ? null : page.nextCursor
  } while (cursor !== null && open < MOST_COUNTED)
  if (open === 0) return []
  const count = writeCount(open, cursor !== null, text)
  const title = text.home.unmatched(count)
  return [{ title, text: text.home.unmatchedText, route: { name: 'unmatched' } }]
}

async function readWebhooks(context: Context, signal: AbortSignal): Promise<Attention[]> {
  const webhooks = await context.client.webhooks.list({}, { signal })
  const found = await Promise.all(webhooks.map((webhook) => readWebhook(context, webhook, signal)))
  return found.flat()
}

async function readWebhook(
  { client, text, now }: Context,
  webhook: WebhookRecord,
  signal: AbortSignal,
): Promise<Attention[]> {
  const url = plainText(webhook.url)
  if (webhook.disabledReason !== null) {
    const reason = plainText(webhook.disabledReason)
    return [{ title: text.home.disabled(url), text: reason, route: { name: 'webhooks' } }]
  }
  if (!webhook.isActive) return []
  const query = { status: 'dead', limit: PAGE_SIZE } as const
  const params = { webhookId: webhook.id }
  const page = await client.webhooks.deliveries({ params, query }, { signal })
  const failed = page.deliveries.filter(
    ({ isTest, createdAt }) => !isTest && Date.parse(createdAt) > now() - FAILED_WITHIN_MS,
  )
  if (failed.length === 0) return []
  const count = writeCount(failed.length, page.nextBefore !== null, text)
  const title = text.home.failing(count, url)
  return [{ title, text: text.home.failingText, route: { name: 'webhook', webhookId: webhook.id } }]
}

async function readKeys(
  { client, text, format, now }: Context,
  signal: AbortSignal,
): Promise<Attention[]> {
  const keys = await client.apiKeys.list({}, { signal })
  return keys.flatMap(({ label, status, expiresAt }) => {
    if (status !== 'active' || expiresAt === null) return []
    const left = Date.parse(expiresAt) - now()
    if (left > EXPIRES_WITHIN_MS) return []
    const name = plainText(label)
    const title = left > 0 ? text.home.expiring(name) : text.home.expired(name)
    return [{ title, text: format.dateTime(expiresAt), route: { name: 'apiKeys' } as const }]
  })
}

function writeCount(count: number, hasMore: boolean, { home }: Context['text']): string {
  return hasMore ? home.atLeast(count) : String(count)
}
