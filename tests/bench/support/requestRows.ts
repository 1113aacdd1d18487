import { randomFillSync } from 'node:crypto'
import {
  createPaymentReference,
  createRequestId,
  createSalt,
  createUlid,
  referenceTopic,
  topicKey,
} from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/networks'
import type { Row } from '../../../host/src/db/schema.ts'
import { PLAIN_REQUEST } from '../../support/plainRequest.ts'

/** The rows of one created secure payment with one item. */
export type RequestRows = { securePayment: Row<'secure_payments'>; request: Row<'requests'> }

export const TENANT_ID = '01BENCHTENANT0000000000000'
export const NETWORK = 'base'
export const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const AMOUNT_UNITS = 1_250_000n
const LIFETIME_MS = 604_800_000

/** Creates rows as the create action does, in chronological order, each with separate ids and a separate reference. */
export function createRequestRows(count: number, nowMs = Date.now()): RequestRows[] {
  return Array.from({ length: count }, () => createOne(nowMs))
}

function createOne(nowMs: number): RequestRows {
  const token = createUlid(nowMs, randomBytes(10))
  const createdAt = new Date(nowMs).toISOString()
  const expiresAt = new Date(nowMs + LIFETIME_MS).toISOString()
  const id = createRequestId(nowMs, randomBytes(26))
  const salt = createSalt(randomBytes(8))
  const reference = createPaymentReference(id, salt, PAYEE)
  return {
    securePayment: {
      token,
      tenant_id: TENANT_ID,
      client_id: null,
      payment_type: 'single',
      network: NETWORK,
      status: 'pending',
      reference: 'order-1',
      payer_identifier: null,
      origin: null,
      created_at: createdAt,
      expires_at: expiresAt,
      completed_at: null,
      flow: 'get_paid',
      creator_wallet: null,
      redirect_url: null,
      redirect_label: null,
      access_policy: null,
      event_sequence: 0,
      user_event_count: 0,
      refused_claims: 0,
      revision: 1,
      is_reusable: 0,
      link_token: null,
      open_key: null,
      opened_at: null,
      payer_language: null,
      fee_plan: null,
    },
    request: {
      id,
      tenant_id: TENANT_ID,
      client_id: null,
      address_digest: null,
      approval_id: null,
      is_terms: 0,
      is_unpaid_copy: 0,
      link_token: null,
      secure_payment_token: token,
      item_index: 0,
      kind: 'direct',
      network: NETWORK,
      payee: PAYEE,
      token_address: getCurrency('USDC-base').token?.address ?? null,
      destination_id: null,
      invoice_currency: 'USDC-base',
      payment_currency: 'USDC-base',
      amount: '1.25',
      expected_units: AMOUNT_UNITS.toString(),
      paid_units: '0',
      fee_percentage: null,
      fee_units: '0',
      fee_address: null,
      fee_bearer: 'payer',
      fee_is_rounded: 0,
      salt,
      payment_reference: reference,
      reference_key: topicKey(referenceTopic(reference)),
      reference: 'order-1',
      customer_info: null,
      order_details: null,
      cancelled_at: null,
      payer: null,
      status: 'created',
      has_been_paid: 0,
      paid_late: 0,
      tx_hash: null,
      event_sequence: 0,
      origin: null,
      created_at: createdAt,
      updated_at: createdAt,
      expires_at: expiresAt,
      ...PLAIN_REQUEST,
    },
  }
}

function randomBytes(length: number): Uint8Array {
  return randomFillSync(new Uint8Array(length))
}
