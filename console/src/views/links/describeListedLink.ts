import { formatAmount, parseAmount } from '@secure-payment/core'
import { findCurrency } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import type { ListedLink } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { nameCustomer } from '../../nameCustomer.ts'
import { decimalsOf } from '../../networkChoices.ts'
import { nameOrder } from './nameOrder.ts'

/** A listed link's data as display text. */
export type ListedLinkWords = {
  /** The sum of its items, by currency. */
  readonly amount: string
  /** The number of items; null for a single item. */
  readonly items: string | null
  readonly tone: 'success' | 'warning' | 'neutral'
  readonly status: string
  /** The order's name, or the reference without an order; null without either. */
  readonly name: string | null
  readonly reference: string | null
  readonly customer: string | null
  /** The number of payments of a reusable link; null for a link that is paid once. */
  readonly paidTimes: string | null
}

/** Converts the service's data about a listed link to display text. */
export function describeListedLink(
  link: ListedLink,
  { format, text }: Pick<SignedInContext, 'format' | 'text'>,
): ListedLinkWords {
  const { items, itemCount, reference, paymentCount } = link
  const [first] = items
  const order = nameOrder(link, text)
  const ownReference = reference === null ? null : plainText(reference)
  return {
    amount: itemCount > items.length ? text.links.items(itemCount) : addUp(items, format),
    items: itemCount === 1 || itemCount > items.length ? null : text.links.items(itemCount),
    ...describeStatus(link, text),
    name: order ?? ownReference,
    reference: order === null ? null : ownReference,
    customer: nameCustomer(first?.customerInfo ?? null),
    paidTimes: paymentCount === null ? null : text.links.paidTimes(paymentCount),
  }
}

/** Returns the sum of each currency, in the order in which currencies appear: `$80.00 + 5.00 USDC`. */
function addUp(items: ListedLink['items'], format: SignedInContext['format']): string {
  const groups = Map.groupBy(items, ({ invoiceCurrency }) => invoiceCurrency)
  return [...groups]
    .map(([currencyId, group]) => {
      const decimals = decimalsOf(currencyId)
      const units = group.reduce((sum, { amount }) => sum + parseAmount(amount, decimals), 0n)
      return format.money(formatAmount(units, decimals), nameCurrency(currencyId))
    })
    .join(' + ')
}

/** Returns a currency's symbol; for an unknown currency, returns its id. */
export function nameCurrency(currencyId: string): string {
  return findCurrency(currencyId)?.symbol ?? plainText(currencyId)
}

function describeStatus(
  { status, items }: ListedLink,
  { links }: SignedInContext['text'],
): Pick<ListedLinkWords, 'tone' | 'status'> {
  const [first] = items
  if (status === 'completed') return { tone: 'success', status: links.status.completed }
  if (first?.status === 'processing') return { tone: 'warning', status: links.confirming }
  if (items.some(({ amountPaid }) => amountPaid !== '0')) {
    return { tone: 'warning', status: links.partlyPaid }
  }
  return { tone: status === 'pending' ? 'warning' : 'neutral', status: links.status[status] }
}
