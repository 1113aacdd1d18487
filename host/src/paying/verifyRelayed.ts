import { BaseError, type Step } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import {
  type ParsedTronTransaction,
  parseTronTransaction,
  type TronTransaction,
  TronTransactionMismatchError,
} from '@secure-payment/core/tron'
import { verifySignedTronTransaction } from '@secure-payment/core/tron/signed'
import { type PaymentTerms, termsOf, ways } from '@secure-payment/core/ways'
import { codecOf } from '../chains/chainCodec.ts'
import type { Context } from '../context.ts'
import { QuoteRequiredError } from '../quotes/errors.ts'
import type { Quote } from '../quotes/quoteRows.ts'
import { serveNetwork } from '../requests/serveNetwork.ts'
import { type PayableRequest, paymentFacts, planRemainder } from './payable.ts'
import { atPar, atQuote } from './requireQuotes.ts'

/** A transaction that may be sent, encoded again from its fields, with the step of the payment that it makes. */
export type Relayed = { step: Step; transaction: TronTransaction; owner: string }

/**
 * Verifies that a signed transaction is one of the steps that pay the rest of a request on Tron. The steps are the approval, its reset and
 * the payment. The transaction must match, byte for byte, the one that this host would build for its owner. It must also stay within this
 * host's fee limit and be signed by its owner. `quotes` are those that hold for the remainder of a request at a market price.
 *
 * @throws TronTransactionMismatchError naming the field that differs, UnsupportedNetworkError; QuoteRequiredError if no quote holds
 */
export function verifyRelayed(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { request, quotes }: { request: PayableRequest; quotes: readonly Quote[] },
  signed: { raw_data_hex: string },
): Relayed {
  const network = serveNetwork(config, request.network, '')
  const steps = planEverySteps(network, request, quotes)
  if (steps.length === 0) {
    const { invoice_currency: invoiceCurrency, payment_currency: paymentCurrency } = request
    throw new QuoteRequiredError({ invoiceCurrency, paymentCurrency })
  }
  return atSigned(() => {
    const call = parse(signed.raw_data_hex)
    const step = chooseStep(steps, call)
    const { feeLimit = 0 } = codecOf(network).transactionMembers(network, step)
    const transaction = verifySignedTronTransaction(signed, {
      owner: call.owner,
      contract: step.transaction.to,
      data: step.transaction.data,
      maxFeeLimitSun: BigInt(feeLimit),
      nowMs: now().getTime(),
    })
    return { step, transaction, owner: call.owner }
  })
}

/**
 * Reads the owner in a signed transaction, in base58; no signature has been verified yet.
 *
 * @throws TronTransactionMismatchError
 */
export function readOwner(signed: { raw_data_hex: string }): string {
  return atSigned(() => parse(signed.raw_data_hex).owner)
}

/** Lists every step that a payer may need, regardless of the payer's allowance; the last step pays. */
function planEverySteps(
  network: Network,
  request: PayableRequest,
  quotes: readonly Quote[],
): readonly Step[] {
  return everyTerms(network, request, quotes).flatMap((terms) => stepsOf(network, terms))
}

/** Lists the terms on which the remainder can be paid now: for a market price, one per quote that still holds. */
function everyTerms(
  network: Network,
  request: PayableRequest,
  quotes: readonly Quote[],
): readonly PaymentTerms[] {
  const payable = planRemainder(request)
  const facts = paymentFacts(payable, network)
  const { plan } = request
  if (plan.way !== 'quoted') return [termsOf({ way: 'tron' }, facts)]
  const amounts =
    plan.pricing === 'par' ? [atPar(payable)] : quotes.map((quote) => atQuote(payable, quote))
  return amounts.map(({ amountUnits, feeUnits }) =>
    termsOf(plan, { ...facts, amountUnits, feeUnits }),
  )
}

function stepsOf(network: Network, terms: PaymentTerms): readonly Step[] {
  const { steps } = ways.tron
  const { token } = terms
  const anyones = steps(network, terms, { address: null, allowanceUnits: null })
  if (token === null) return anyones
  const changing = steps(network, terms, { address: null, allowanceUnits: { [token]: 1n } })
  return [...changing.filter(({ kind }) => kind === 'reset_approval'), ...anyones]
}

/** Finds the step that the call matches, otherwise the closest step, so that the error can name the difference. */
function chooseStep(steps: readonly Step[], call: ParsedTronTransaction): Step {
  const ofContract = steps.filter(({ transaction }) => transaction.to === call.contract)
  const same = ofContract.find(({ transaction }) => transaction.data === call.data)
  const step = same ?? ofContract.at(-1) ?? steps.at(-1)
  if (step === undefined) throw new TypeError('A plan of steps always ends with the payment.')
  return step
}

function parse(rawDataHex: string): ParsedTronTransaction {
  try {
    return parseTronTransaction(rawDataHex)
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    const facts = { field: 'raw_data_hex', expected: 'one call of a contract' }
    throw new TronTransactionMismatchError({ ...facts, actual: cause.message, cause })
  }
}

/** Prefixes the error's field, so that it names the member of the request body. */
function atSigned<T>(verify: () => T): T {
  try {
    return verify()
  } catch (cause) {
    if (!(cause instanceof TronTransactionMismatchError)) throw cause
    const { field = '', expected, actual } = cause
    throw new TronTransactionMismatchError({
      field: `signedTransaction.${field}`,
      expected,
      actual,
      cause,
    })
  }
}
