import { formatAmount, parseAmount } from '@secure-payment/core'
import { plainText, plainTextUpTo } from '@secure-payment/widget/design'
import type { SignedInContext } from '../../context.ts'
import { nameCustomer } from '../../nameCustomer.ts'
import { nameOrder } from './nameOrder.ts'
import type { LinkState } from './readLink.ts'

/** The maximum length of the merchant's own words on a link's page, as in the API. */
const MOST_LETTERS = 1_000

/** A link's data as display text. */
export type LinkWords = {
  /** The sum of its items, by currency. */
  readonly amount: string
  /** The sum of the fees that the payer pays on top, by currency; null without such a fee. */
  readonly feeOnTop: string | null
  /** The sum that the payer pays, with the fees on top. */
  readonly total: string
  /** The confirmed part of the sum; null if nothing has arrived. */
  readonly paid: string | null
  /** The order's name, or the reference without an order; null without either. */
  readonly name: string | null
  /** The order's title, or its lines; null without either. */
  readonly orderName: string | null
  /** The merchant's own title; null without one. */
  readonly title: string | null
  readonly reference: string | null
  readonly customer: string | null
  readonly email: string | null
  readonly expires: string
  readonly tone: 'success' | 'warning' | 'neutral'
  readonly status: string
  readonly isConfirming: boolean
}

/** Converts the service's data about a link to display text. */
export function describeLink(
  { payment, request }: LinkState,
  { format, text }: Pick<SignedInContext, 'format' | 'text'>,
): LinkWords {
  const { status, order, reference, items, transactions } = payment
  const { title = null, lines = [] } = order ?? {}
  const named = { title, firstLine: lines[0]?.name ?? null, lineCount: lines.length }
  const orderName = nameOrder(named, text)
  const isPart = status !== 'completed' && items.some(({ amountPaid }) => amountPaid !== '0')
  const isConfirming =
    status === 'pending' && transactions.some((one) => one.status === 'confirming')
  const { links } = text
  const email = request.customerInfo?.email
  const hasFeeOnTop = items.some((item) => feeOnTop(item) !== '0')
  return {
    amount: addUp(items, ({ amount }) => [amount], format),
    feeOnTop: hasFeeOnTop ? addUp(items, (item) => [feeOnTop(item)], format) : null,
    total: addUp(items, (item) => [item.amount, feeOnTop(item)], format),
    paid: isPart ? addUp(items, ({ amountPaid }) => [amountPaid], format) : null,
    name: orderName ?? (reference === null ? null : plainText(reference)),
    orderName,
    title: title === null ? null : plainTextUpTo(title, MOST_LETTERS),
    reference: reference === null ? null : plainTextUpTo(reference, MOST_LETTERS),
    customer: nameCustomer(request.customerInfo),
    email: email === undefined ? null : plainTextUpTo(email, MOST_LETTERS),
    expires: format.dateTime(payment.expiresAt),
    tone:
      status === 'completed' ? 'success' : status === 'pending' || isPart ? 'warning' : 'neutral',
    status: isConfirming ? links.confirming : isPart ? links.partlyPaid : links.status[status],
    isConfirming,
  }
}

type Item = LinkState['payment']['items'][number]

/** Returns the fee that the payer pays on top of an item's amount; 0 if the payee bears the fee. */
function feeOnTop({ fee }: Item): string {
  return fee === null || fee.bearer === 'payee' ? '0' : fee.amount
}

/** Adds up the parts of each item, by currency. */
function addUp(
  items: readonly Item[],
  read: (item: Item) => readonly string[],
  format: SignedInContext['format'],
): string {
  const groups = Map.groupBy(items, ({ invoiceCurrency }) => invoiceCurrency)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const { decimals, symbol } = first
      const units = group
        .flatMap(read)
        .reduce((sum, part) => sum + parseAmount(part, decimals, { allowZero: true }), 0n)
      return [format.money(formatAmount(units, decimals), symbol)]
    })
    .join(' + ')
}
