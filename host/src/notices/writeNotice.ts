import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import type { MailParts } from '../mail/mailMessage.ts'
import type { NoticeFacts } from './addNotices.ts'
import { quoteText } from './quoteText.ts'

/** The subject and the text of an e-mail. */
type Texts = Pick<MailParts, 'subject' | 'paragraphs'>

type PaymentFacts = Extract<NoticeFacts, { requestId: string }>
type PaymentReason = PaymentFacts['reason']

const SUBJECTS: Readonly<Record<PaymentReason, string>> = {
  paid: 'Payment received',
  late: 'Late payment',
  over: 'Payment above the amount',
  failed: 'Payment failed',
  unmatched: 'Payment that matches no request',
  withdrawn: 'Payment withdrawn',
}

const SENTENCES: Readonly<Record<PaymentReason, string>> = {
  paid: 'A request is paid, and its payment is confirmed.',
  late: 'A payment arrived after its link had expired or its request was cancelled.',
  over: 'A request received more than its amount, or a second payment.',
  failed: 'A payment of a request failed.',
  unmatched: 'Money arrived with the reference of a request, but does not pay it.',
  withdrawn:
    'A confirmed payment of a request has left the chain. An earlier e-mail about the payment is no longer true: do not deliver.',
}

/** Writes a notice's subject and text from the current rows; null if the notice's record was deleted, or its approval was decided. */
export async function writeNotice(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  facts: NoticeFacts,
): Promise<Texts | null> {
  if ('approvalId' in facts) return writeApproval(tx, config.authUrl, facts.approvalId)
  return 'requestId' in facts
    ? writePayment(tx, config.authUrl, facts)
    : writeEndpoint(tx, config.authUrl, facts)
}

async function writePayment(
  tx: Tx,
  authUrl: string,
  { reason, requestId, excessAmount }: PaymentFacts,
): Promise<Texts | null> {
  const request = await tx
    .selectFrom('requests')
    .select(['id', 'amount', 'invoice_currency', 'network', 'reference'])
    .where('id', '=', requestId)
    .executeTakeFirst()
  if (request === undefined) return null
  const { amount, invoice_currency, network, reference } = request
  const { symbol } = getCurrency(invoice_currency)
  const facts = [
    `Requested amount: ${amount} ${symbol}`,
    ...(excessAmount === undefined ? [] : [`Overpaid by: ${excessAmount} ${symbol}`]),
    `Network: ${getNetwork(network).name}`,
    ...(reference === null ? [] : [`Your reference: ${quoteText(reference)}`]),
    `Request: ${requestId}`,
  ]
  return {
    subject: `${SUBJECTS[reason]}: ${amount} ${symbol}`,
    paragraphs: [
      SENTENCES[reason],
      facts.join('\n'),
      {
        text: 'See the payment in the console:',
        url: `${authUrl}/console/payments/${requestId}`,
      },
      CHOOSE,
    ],
  }
}

async function writeEndpoint(
  tx: Tx,
  authUrl: string,
  { reason, endpointId }: Extract<NoticeFacts, { endpointId: string }>,
): Promise<Texts | null> {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select('url')
    .where('id', '=', endpointId)
    .executeTakeFirst()
  if (endpoint === undefined) return null
  // Names only the URL's host, because the path and query may contain secrets.
  const host = quoteText(new URL(endpoint.url).host)
  return {
    subject: reason === 'failing' ? 'A webhook endpoint fails' : 'A webhook endpoint is off',
    paragraphs: [
      reason === 'failing'
        ? `The webhook endpoint at ${host} accepts no deliveries. The service retries each delivery for about three days.`
        : `The webhook endpoint at ${host} returned 410 Gone, so the service switched it off.`,
      { text: 'See its deliveries in the console:', url: `${authUrl}/console/webhooks` },
      'You get no further e-mail until the endpoint has accepted a delivery.',
      CHOOSE,
    ],
  }
}

/** Writes the notice of a waiting approval; null for an approval that was decided in the meantime. */
async function writeApproval(tx: Tx, authUrl: string, approvalId: string): Promise<Texts | null> {
  const approval = await tx
    .selectFrom('approvals')
    .select(['kind', 'worth_cents', 'limit_cents', 'request_ids'])
    .where('id', '=', approvalId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  if (approval === undefined) return null
  const { kind, worth_cents: worth, limit_cents: limit } = approval
  const isLimit = kind === 'limit'
  const count = parseStoredList(approval.request_ids).length
  const facts = isLimit
    ? [`New limit: ${limit === null ? 'none' : `${writeDollars(limit)} US dollars`}`]
    : [
        `Worth: ${worth === null ? 'unknown' : `about ${writeDollars(worth)} US dollars`}`,
        `Recipients: ${count}`,
      ]
  return {
    subject: isLimit
      ? 'A change to the approval limit needs your approval'
      : 'A payout needs your approval',
    paragraphs: [
      isLimit
        ? 'An owner requested to raise or switch off the approval limit for payouts.'
        : 'A member created a payout that needs the approval of a second member.',
      facts.join('\n'),
      {
        text: 'Approve or decline it in the console:',
        url: `${authUrl}/console/payouts/approvals`,
      },
      CHOOSE,
    ],
  }
}

/** Writes US cents with both decimals: `2500.50`. */
function writeDollars(cents: bigint): string {
  const [whole = '0', fraction = ''] = formatAmount(BigInt(cents), CENTS).split('.')
  return `${whole}.${fraction.padEnd(CENTS, '0')}`
}

const CENTS = 2
const CHOOSE = 'You chose this notice. Change your notices in the console, under Account.'
