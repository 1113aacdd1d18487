import { createPaymentReference, createSalt, referenceTopic, topicKey } from '@secure-payment/core'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { keccak256 } from '../keccak.ts'
import type { PlannedRequest } from './planRequest.ts'
import { planColumns } from './requestPlan.ts'

const SALT_BYTES = 8

/** Builds the rows of a new request's further options. Each has its own salt, and so its own payment reference. */
export function buildOptionRows(
  { random }: Pick<Context, 'random'>,
  options: readonly PlannedRequest[] = [],
  request: Pick<Row<'requests'>, 'id' | 'tenant_id' | 'created_at'>,
): Row<'request_options'>[] {
  const { id, tenant_id, created_at } = request
  return options.map(({ plan, network, payee, token, paymentCurrency }, index) => {
    const salt = createSalt(random(SALT_BYTES))
    const reference = createPaymentReference(id, salt, payee, keccak256)
    const { kind, conversion_path, max_rate_age_s } = planColumns(plan)
    return {
      request_id: id,
      position: index + 1,
      tenant_id,
      network,
      payee,
      token_address: token,
      payment_currency: paymentCurrency,
      kind,
      conversion_path,
      max_rate_age_s,
      salt,
      payment_reference: reference,
      reference_key: topicKey(referenceTopic(reference, keccak256)),
      has_been_paid: 0,
      created_at,
      updated_at: created_at,
    }
  })
}
