import { hash } from 'node:crypto'
import type { Row } from '../db/schema.ts'

/** The facts that the payments of one group share. */
export type GroupFacts = Pick<
  Row<'payments'>,
  'tenant_id' | 'client_id' | 'type' | 'invoice_currency' | 'payment_currency'
>

/** A group as it is stored. */
export type PaymentGroup = Row<'payment_groups'>

/** Base64url characters of a group's id: 96 bits, so that two groups never share one. */
const ID_LENGTH = 16

/**
 * The group of a payment: tenant, client ID, type and both currencies decide it. Its id is a digest of them, so every host derives
 * the same id. Stored: the derivation never changes.
 */
export function paymentGroup(payment: GroupFacts): PaymentGroup {
  const { tenant_id, type, invoice_currency, payment_currency } = payment
  const client_id = payment.client_id ?? NO_CLIENT_ID
  const facts = [tenant_id, client_id, type, invoice_currency, payment_currency]
  const id = hash('sha256', JSON.stringify(facts), 'base64url').slice(0, ID_LENGTH)
  return { id, tenant_id, client_id, type, invoice_currency, payment_currency }
}

/** Stands in a group for payments of requests that no client ID created. */
export const NO_CLIENT_ID = ''
