import { findCurrency, findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import type { OfframpRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { readEnd } from './renderBankAccount.ts'

/** An offramp's data as display text. Without an account, `account` contains the reason. */
export type OfframpWords = {
  readonly amount: string
  readonly network: string
  readonly payer: string
  readonly account: string
  readonly advice: string
}

/** The minimum number of decimals, because a bank receives the amount as fiat money. */
const CENTS = 2

/** Converts the API's data about an offramp to display text. */
export function describeOfframp(
  offramp: OfframpRecord,
  { format, text }: Pick<SignedInContext, 'format' | 'text'>,
): OfframpWords {
  const { payers } = text
  const { offramps } = payers
  const { userId, clientUserId, paymentDetail, status } = offramp
  const symbol = findCurrency(offramp.currency)?.currency.symbol ?? offramp.currency
  const nobody = userId === null ? offramps.noPayer : offramps.erasedPayer
  return {
    amount: format.money(offramp.amount, symbol, CENTS),
    network: findNetwork(offramp.network)?.name ?? offramp.network,
    payer: clientUserId === null ? nobody : plainText(clientUserId),
    account: paymentDetail === null ? nobody : nameAccount(paymentDetail, payers),
    advice: userId === null ? offramps.adviceNoPayer : offramps.advice[status],
  }
}

function nameAccount(
  { bankName, accountNumber }: NonNullable<OfframpRecord['paymentDetail']>,
  { number }: SignedInContext['text']['payers'],
): string {
  const bank = plainText(bankName)
  return accountNumber === undefined ? bank : `${bank} · ${number(readEnd(accountNumber))}`
}
