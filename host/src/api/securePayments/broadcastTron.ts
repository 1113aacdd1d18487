import { createHash } from 'node:crypto'
import type { Step } from '@secure-payment/core'
import type { api, Output, SecurePayment } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { TronTransactionMismatchError } from '@secure-payment/core/tron'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { guardNotProcessing } from './guardNotProcessing.ts'
import { guardPayable } from './guardPayable.ts'
import { guardPayer } from './guardPayer.ts'
import {
  loadSecurePayment,
  type StoredItem,
  type StoredSecurePayment,
} from './loadSecurePayment.ts'
import { guardRelayCount, isRelayed, recordRelayed } from './relayedTransactions.ts'

type Broadcast = typeof api.securePayments.broadcastTron

/**
 * Broadcasts a payer's signed transaction to Tron's nodes if this payment needs it. The id of an accepted transaction
 * is stored before the response is sent; detection does not depend on it. Repeating a call is harmless, also once its
 * payment is on chain.
 *
 * @throws SecurePaymentNotFoundError, TronTransactionMismatchError, InvalidInputError, ChainUnavailableError, and what
 * the guards of paying throw
 */
export async function broadcastTron(
  context: Pick<Context, 'chains' | 'config' | 'db' | 'log' | 'now' | 'random' | 'rates'>,
  { params, body, caller }: Call<Broadcast>,
): Promise<Output<Broadcast>> {
  const { token } = params
  const { signedTransaction } = body
  const stored = await loadSecurePayment(context, { token, caller })
  const payment = describeSecurePayment(context.config, stored, context.now())
  requireTron(payment)
  const txid = idOf(signedTransaction.raw_data_hex)
  const wasRelayed = await isRelayed(context, { token, txid })
  const refusal = refusalOf(payment, stored)
  // The transaction that this host sent caused the refusal.
  if (refusal !== null && wasRelayed) return { result: true, txid }
  if (refusal !== null) throw refusal
  // Its curve of signatures is loaded with the first transaction.
  const { readOwner, verifyRelayed } = await import('./verifyRelayed.ts')
  // Runs before any comparison: the mismatch error contains the expected values, which name the payee.
  guardPayer(context, stored, readOwner(signedTransaction))
  const { step, transaction, owner } = verifyRelayed(context, itemOf(stored), signedTransaction)
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

/** The schema has proven that it is whole bytes in hex. */
function idOf(rawDataHex: string): string {
  return createHash('sha256').update(Buffer.from(rawDataHex, 'hex')).digest('hex')
}

/** The reason why the payment accepts no transaction now, as paying returns it; null when it accepts one. */
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

/** A payment on Tron has one item. */
function itemOf({ requests }: StoredSecurePayment): StoredItem {
  const [item] = requests
  if (item === undefined) throw new TypeError('A secure payment has at least one item.')
  return item
}

function isPayment({ kind }: Step): boolean {
  return kind === 'pay'
}
