import { hash } from 'node:crypto'
import type { Row } from '../db/schema.ts'

/** The values that one group's payments share. */
export type GroupFacts = Pick<
  Row<'payments'>,
  'tenant_id' | 'client_id' | 'type' | 'invoice_currency' | 'payment_currency'
>

/** A stored group. */
export type PaymentGroup = Row<'payment_groups'>

/** The number of base64url characters of a group's id: 96 bits, so that no two groups have the same id. */
const ID_LENGTH = 16

/**
 * Returns a payment's group, which its tenant, client ID, type and both currencies determine. The group's id is a digest of these
 * values, so every host derives the same id. Ids are stored, so the derivation never changes.
 */
export function paymentGroup(payment: GroupFacts): PaymentGroup {
  const { tenant_id, type, invoice_currency, payment_currency } = payment
  const client_id = payment.client_id ?? NO_CLIENT_ID
  const facts = [tenant_id, client_id, type, invoice_currency, payment_currency]
  const id = hash('sha256', JSON.stringify(facts), 'base64url').slice(0, ID_LENGTH)
  return { id, tenant_id, client_id, type, invoice_currency, payment_currency }
}

/** The value in a group for payments of requests that no client ID created. */
const NO_CLIENT_ID = ''
