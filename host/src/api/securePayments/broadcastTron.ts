import { createHash } from 'node:crypto'
import type { Step } from '@secure-payment/core'
import type { api, Output, SecurePayment } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { TronTransactionMismatchError } from '@secure-payment/core/tron'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { guardNotProcessing, guardPayable, guardPayer } from '../../paying/guardPayment.ts'
import { guardScreened } from '../../paying/guardScreened.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { guardRelayCount, isRelayed, recordRelayed } from '../../paying/relayedTransactions.ts'
import { readHeldQuotes } from '../../paying/requireQuotes.ts'

type Broadcast = typeof api.securePayments.broadcastTron

/**
 * Broadcasts a payer's signed transaction to Tron's nodes if the transaction is a step of this payment. Stores the id of an accepted
 * transaction before the response is sent; detection does not need the stored id. Idempotent, even once the payment is on chain.
 *
 * @throws SecurePaymentNotFoundError, TronTransactionMismatchError, InvalidInputError, ChainUnavailableError, and what the guards of paying
 *   throw
 */
export async function broadcastTron(
  context: Pick<
    Context,
    'chains' | 'config' | 'db' | 'log' | 'now' | 'random' | 'prices' | 'rates' | 'screening'
  >,
  { params, body, caller }: Call<Broadcast>,
): Promise<Output<Broadcast>> {
  const { token } = params
  const { signedTransaction } = body
  const stored = await loadSecurePayment(context, { token, caller, option: body.option })
  const payment = describeSecurePayment(context.config, stored, context.now())
  requireTron(payment)
  const txid = idOf(signedTransaction.raw_data_hex)
  const wasRelayed = await isRelayed(context, { token, txid })
  const refusal = refusalOf(payment, stored)
  // The payment may accept no transaction because this host has already sent this one, so a repeated call succeeds.
  if (refusal !== null && wasRelayed) return { result: true, txid }
  if (refusal !== null) throw refusal
  // The signature curve is loaded only for the first transaction.
  const { readOwner, verifyRelayed } = await import('../../paying/verifyRelayed.ts')
  // This check runs before any comparison, because the mismatch error contains the expected values, which include the payee.
  const payer = readOwner(signedTransaction)
  guardPayer(context, stored, payer)
  await guardScreened(context, stored, payer)
  // A payment on Tron has one item.
  const [request] = stored.requests
  const quotes = await readHeldQuotes(context, request)
  const payable = { request, quotes }
  const { step, transaction, owner } = verifyRelayed(context, payable, signedTransaction)
  if (!wasRelayed) await guardRelayCount(context, token)
  const outcome = await context.chains.getTron(payment.network).broadcast(transaction)
  if (outcome.accepted) {
    await recordRelayed(context, { payment, txid, owner, isPayment: isPayment(step) })
  }
  return {
    result: outcome.accepted,
    txid,
    ...(outcome.code !== null && { code: outcome.code }),
    ...(outcome.message !== null && { message: outcome.message }),
  }
}

function requireTron({ chain }: SecurePayment): void {
  if (getNetwork(chain.id).family === 'tron') return
  throw new TronTransactionMismatchError({
    field: 'signedTransaction',
    expected: `a payment on ${chain.id}`,
    actual: 'a transaction of Tron',
  })
}

/** The schema has checked that the data is whole bytes in hex. */
function idOf(rawDataHex: string): string {
  return createHash('sha256').update(Buffer.from(rawDataHex, 'hex')).digest('hex')
}

/** Returns the error for a payment that currently accepts no transaction; null if it accepts one. */
function refusalOf(payment: SecurePayment, stored: StoredSecurePayment): Error | null {
  try {
    guardPayable(payment)
    guardNotProcessing(payment, stored)
    return null
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

function isPayment({ kind }: Step): boolean {
  return kind === 'pay'
}
