import { formatAmount, parseAmount } from '@secure-payment/core'
import { makers, products, SHOP_CURRENCIES, type ShopCurrency } from './catalogue.ts'

/** The decimals of price sums: enough for every price in the shop, exact in every accepted currency. */
const PRICE_DECIMALS = 6
const MAX_LINES = 20
const MAX_QUANTITY = 99

/** One line in a cart, as the browser sends it. */
export type CartLine = { sku: string; quantity: number }

/** One maker's share of an order, as a decimal amount in the order's currency. */
export type Share = { makerId: string; makerName: string; amount: string }

/** An order in the demo shop. Only a webhook with a valid signature sets `paid`. */
export type Order = {
  id: string
  currency: ShopCurrency
  shares: readonly Share[]
  total: string
  token: string
  securePaymentUrl: string
  requestIds: readonly string[]
  paidRequestIds: Set<string>
  /** The event of the last verified webhook; null before the first. */
  lastEvent: string | null
}

/** A cart that the shop does not accept; the message contains the reason. */
export class CartError extends Error {
  override name = 'CartError'
}

/** Parses a browser's cart. Throws {@link CartError} on anything that is not a cart from this shop. */
export function parseCart(body: unknown): { lines: CartLine[]; currency: ShopCurrency } {
  if (typeof body !== 'object' || body === null) throw new CartError('The cart must be an object.')
  const { lines, currency } = body as { lines?: unknown; currency?: unknown }
  const known = SHOP_CURRENCIES.find((symbol) => symbol === currency)
  if (!known) throw new CartError(`currency must be one of ${SHOP_CURRENCIES.join(', ')}.`)
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > MAX_LINES)
    throw new CartError(`lines must hold 1 to ${MAX_LINES} products.`)
  return { lines: lines.map(parseLine), currency: known }
}

function parseLine(line: unknown): CartLine {
  const { sku, quantity } = Object(line) as { sku?: unknown; quantity?: unknown }
  if (!products.some((product) => product.sku === sku)) throw new CartError('No such product.')
  if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > MAX_QUANTITY)
    throw new CartError(`quantity must be 1 to ${MAX_QUANTITY}.`)
  return { sku: String(sku), quantity: Number(quantity) }
}

/**
 * Returns each maker's share, in the order of {@link makers}, exact to the last unit. A payment at a quoted price has one payee, so the
 * first maker collects orders in francs.
 */
export function splitByMaker(lines: readonly CartLine[], currency: ShopCurrency): Share[] {
  const shares = sharesOf(lines, currency)
  const [maker] = makers
  if (currency !== 'CHF' || maker === undefined) return shares
  return [{ makerId: maker.id, makerName: maker.name, amount: totalOf(shares) }]
}

function sharesOf(lines: readonly CartLine[], currency: ShopCurrency): Share[] {
  return makers.flatMap((maker) => {
    const units = lines.reduce((sum, line) => {
      const product = products.find((candidate) => candidate.sku === line.sku)
      if (product?.makerId !== maker.id) return sum
      return sum + parseAmount(product.prices[currency], PRICE_DECIMALS) * BigInt(line.quantity)
    }, 0n)
    if (units === 0n) return []
    return [
      { makerId: maker.id, makerName: maker.name, amount: formatAmount(units, PRICE_DECIMALS) },
    ]
  })
}

/** Returns the sum of an order's shares, as a decimal string. */
export function totalOf(shares: readonly Share[]): string {
  const units = shares.reduce((sum, share) => sum + parseAmount(share.amount, PRICE_DECIMALS), 0n)
  return formatAmount(units, PRICE_DECIMALS)
}
