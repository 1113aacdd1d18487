import { AmountError, formatAmount, parseAmount } from '@secure-payment/core'
import type { CustomerInfo, Order } from '@secure-payment/core/api'
import type { Client } from '@secure-payment/core/client'
import { readAmount } from '../../amounts/readAmount.ts'
import { decimalsOf } from '../../networkChoices.ts'
import type { FormValues } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'
import { readPolicy } from '../access/readPolicy.ts'
import type { RouteRules } from '../access/routeRules.ts'
import { readFee } from '../fees/readFee.ts'
import { checkAddress } from '../refund-claim/checkAddress.ts'
import { checkEnd, readEnd, USUAL_MS } from './linkEnd.ts'
import type { LinkTarget } from './linkTerms.ts'
import { readOrderLines } from './readOrderLines.ts'
import { MAX_ACCEPTED } from './renderAccepts.ts'

/** The body that creates a link. */
export type LinkBody = NonNullable<Parameters<Client['securePayments']['create']>[0]>['body']

/** The body that edits a link. */
export type LinkUpdate = Parameters<Client['securePayments']['update']>[0]['body']

/** Each field's maximum length. */
export const MOST_LETTERS = {
  orderTitle: 120,
  description: 1_000,
  reference: 255,
  firstName: 100,
  lastName: 100,
  email: 255,
  redirectUrl: 2_048,
  redirectLabel: 255,
} as const

const LETTERED = Object.keys(MOST_LETTERS).filter(
  (name): name is keyof typeof MOST_LETTERS => name in MOST_LETTERS,
)

/** The data with which a form's price is read. */
export type PriceOptions = {
  readonly currency: { readonly currencyId: string; readonly symbol: string } | null
  /** The numbers of the order's rows; empty without lines. */
  readonly rows: readonly number[]
  readonly locale: string
  readonly nowMs: number
  readonly text: Text
  readonly writeMoney: (amount: string, symbol: string) => string
}

type LinkOptions = {
  readonly target: LinkTarget | null
  readonly isReusable: boolean
  readonly takesFee: boolean
  /** The rules for payers of the target's route. */
  readonly route: RouteRules
}

/** Returns the link form's request body, or each invalid field's error. */
export function readLinkForm(
  form: Pick<FormValues, 'text' | 'raw' | 'all'>,
  options: PriceOptions & LinkOptions,
): { readonly body: LinkBody } | { readonly fields: Readonly<Record<string, string>> } {
  const { target, currency, text } = options
  const price = readPrice(form, options)
  const endMs = readEnd(form, options) ?? options.nowMs + USUAL_MS
  const fields: Record<string, string> = {
    ...price.fields,
    ...checkTexts(form, text),
    ...checkEnd(form, { ...options, endMs }),
  }
  const rules = readRules(form, options)
  Object.assign(fields, rules.fields)
  if (target === null) fields['target'] = text.links.form.otherInvalid
  const accepts = form.all('accepts')
  if (accepts.length > MAX_ACCEPTED) fields['accepts'] = text.links.form.acceptsMany(MAX_ACCEPTED)
  const isWrong = Object.keys(fields).length > 0
  if (isWrong || target === null || currency === null || price.amount === null) return { fields }
  const { walletAddress: payee, token } = target
  const order = readOrder(form, price.lines)
  return {
    body: {
      requests: [
        {
          payee,
          invoiceCurrency: currency.currencyId,
          paymentCurrency: token.currencyId,
          amount: price.amount,
          ...(accepts.length > 0 && { accepts: [...accepts] }),
        },
      ],
      expiresAt: new Date(endMs).toISOString(),
      ...(Object.keys(order).length > 0 && { order }),
      ...pick(form, ['reference', 'redirectUrl', 'redirectLabel']),
      ...readCustomer(form),
      ...(options.isReusable && { isReusable: true }),
      ...rules.members,
    },
  }
}

/** Reads the fee and the rules for payers, whose addresses are on the target's network. */
function readRules(
  form: Pick<FormValues, 'text' | 'raw' | 'all'>,
  { target, takesFee, route, text }: LinkOptions & Pick<PriceOptions, 'text'>,
): { readonly members: Partial<LinkBody>; readonly fields: Readonly<Record<string, string>> } {
  if (target === null) return { members: {}, fields: {} }
  const { network } = target
  const isAddress = (address: string) => checkAddress(address, network) !== null
  const fee = takesFee ? readFee(form, { text, isAddress }) : null
  const { policy, fields } = readPolicy(form, { network, text, route })
  return {
    members: {
      ...(fee !== null && { feePercentage: fee.feePercentage, feeAddress: fee.feeAddress }),
      ...(fee?.bearer === 'payee' && { defaultFeeBearer: fee.bearer }),
      ...(policy !== null && { accessPolicy: policy }),
    },
    fields: { ...fee?.fields, ...fields },
  }
}

/**
 * Reads the edit form. Sends every field, and null for an empty one: the revision prevents overwriting another edit.
 * Keeps the customer's address, which has no field.
 */
export function readUpdate(
  form: Pick<FormValues, 'text'>,
  options: PriceOptions & { readonly customer: CustomerInfo; readonly expiresAt: string },
):
  | { readonly changes: Omit<LinkUpdate, 'revision'> }
  | { readonly fields: Readonly<Record<string, string>> } {
  const price = readPrice(form, options)
  const chosenMs = readEnd(form, options)
  const endMs = chosenMs ?? Date.parse(options.expiresAt)
  const fields = {
    ...price.fields,
    ...checkTexts(form, options.text),
    ...checkEnd(form, { ...options, endMs }),
  }
  if (Object.keys(fields).length > 0 || price.amount === null) return { fields }
  const order = readOrder(form, price.lines)
  const { address } = options.customer
  const customerInfo = { ...readCustomer(form).customerInfo, ...(address && { address }) }
  return {
    changes: {
      amount: price.amount,
      order: Object.keys(order).length > 0 ? order : null,
      customerInfo: Object.keys(customerInfo).length > 0 ? customerInfo : null,
      reference: form.text('reference') || null,
      redirectUrl: form.text('redirectUrl') || null,
      redirectLabel: form.text('redirectLabel') || null,
      ...(chosenMs !== null && { expiresAt: new Date(chosenMs).toISOString() }),
    },
  }
}

/** Returns the named fields that are not empty. */
function pick<N extends string>(
  form: Pick<FormValues, 'text'>,
  names: readonly N[],
): Partial<Record<N, string>> {
  const filled: Partial<Record<N, string>> = {}
  for (const name of names) {
    const value = form.text(name)
    if (value !== '') filled[name] = value
  }
  return filled
}

function readCustomer(form: Pick<FormValues, 'text'>): Pick<LinkBody, 'customerInfo'> {
  const customerInfo = pick(form, ['firstName', 'lastName', 'email'])
  return Object.keys(customerInfo).length === 0 ? {} : { customerInfo }
}

function readOrder(form: Pick<FormValues, 'text'>, lines: Order['lines']): Order {
  const title = form.text('orderTitle')
  // Some browsers end a text field's lines with CR LF.
  const description = form.text('description').replaceAll('\r\n', '\n')
  return {
    ...(title !== '' && { title }),
    ...pick(form, ['dueDate']),
    ...(description !== '' && { description }),
    ...(lines !== undefined && lines.length > 0 && { lines }),
  }
}

/** Reads the price as an amount or as order lines; `amount` is null until it is valid, and `fields` then names the errors. */
export function readPrice(form: Pick<FormValues, 'text'>, options: PriceOptions) {
  const { currency, rows, locale, text } = options
  const decimals = decimalsOf(currency?.currencyId ?? null)
  const symbol = currency?.symbol ?? null
  if (rows.length === 0) {
    const units = readAmount(form.text('amount'), { symbol, decimals, locale, text })
    return typeof units === 'string'
      ? { amount: null, lines: undefined, fields: { amount: units } }
      : { amount: formatAmount(units, decimals), lines: undefined, fields: {} }
  }
  const { lines, total, fields } = readOrderLines(form, { rows, symbol, locale, text })
  if (total === null) return { amount: null, lines: undefined, fields }
  const problem = checkTotal(total, decimals, options)
  return problem === null
    ? { amount: total, lines: [...lines], fields }
    : { amount: null, lines: undefined, fields: { ...fields, total: problem } }
}

/** Returns the sentence for a sum outside the range of amounts; null for any other sum. */
function checkTotal(total: string, decimals: number, { currency, text, writeMoney }: PriceOptions) {
  try {
    parseAmount(total, decimals)
    return null
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    if (error.code === 'amount_not_positive') return text.links.form.totalZero
    if (error.code !== 'too_many_decimals') return text.links.form.totalLarge
    return text.links.form.totalDecimals(writeMoney(total, currency?.symbol ?? ''), decimals)
  }
}

function checkTexts(form: Pick<FormValues, 'text'>, text: Text): Readonly<Record<string, string>> {
  const { form: words } = text.links
  const fields: Record<string, string> = {}
  for (const name of LETTERED) {
    if (form.text(name).length > MOST_LETTERS[name])
      fields[name] = words.tooLong(MOST_LETTERS[name])
  }
  const [email, redirectUrl] = [form.text('email'), form.text('redirectUrl')]
  const redirectLabel = form.text('redirectLabel')
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    fields['email'] = words.emailInvalid
  if (redirectUrl !== '' && !/^https?:\/\/[^\s]+$/.test(redirectUrl)) {
    fields['redirectUrl'] = words.redirectUrlInvalid
  }
  if (/[<>&"'`]/.test(redirectLabel)) fields['redirectLabel'] = words.redirectLabelInvalid
  else if (redirectLabel !== '' && redirectUrl === '') {
    fields['redirectUrl'] = words.redirectLabelAlone
  }
  return fields
}
