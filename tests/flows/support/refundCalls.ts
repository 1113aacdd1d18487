import type { api, Output, Refund } from '@secure-payment/core/api'
import { cancelRefund } from '../../../host/src/api/refunds/cancelRefund.ts'
import { createRefund } from '../../../host/src/api/refunds/createRefund.ts'
import { createUnmatchedRefund } from '../../../host/src/api/refunds/createUnmatchedRefund.ts'
import { getRefund } from '../../../host/src/api/refunds/getRefund.ts'
import type { Context } from '../../../host/src/context.ts'
import type { Row } from '../../../host/src/db/schema.ts'

/** A merchant's key that may create refunds. */
export function refundingKey(tenantId: string) {
  return { credential: 'apiKey', tenantId, keyId: 'key', scopes: ['read', 'refunds'] } as const
}

/** Creates a refund as the API does, for a merchant without an approval limit. */
export async function createRefundOf(
  context: Context,
  payment: Pick<Row<'payments'>, 'id' | 'tenant_id'>,
  body: { amount: string; recipient?: string },
): Promise<Output<typeof api.refunds.create>> {
  const created = await createRefund(context, {
    params: { id: payment.id },
    query: {},
    body,
    caller: refundingKey(payment.tenant_id),
    idempotency: null,
    wantsCsv: false,
  } as never)
  if (!('refundRequestId' in created)) throw new Error('It waits for an approval.')
  return created
}

/** Creates a refund of an unmatched payment as the API does, for a merchant without an approval limit. */
export async function refundUnmatchedOf(
  context: Context,
  unmatched: Pick<Row<'unmatched_payments'>, 'id' | 'tenant_id'>,
  body: { amount: string; recipient?: string },
): Promise<Refund> {
  const created = await createUnmatchedRefund(context, {
    params: { id: unmatched.id },
    query: {},
    body,
    caller: refundingKey(unmatched.tenant_id),
    idempotency: null,
    wantsCsv: false,
  } as never)
  if (!('refundRequestId' in created)) throw new Error('It waits for an approval.')
  return created
}

/** Cancels a refund as the API does. */
export async function cancelRefundOf(
  context: Context,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<Refund> {
  return cancelRefund(context, { params: { id }, caller: refundingKey(tenantId) } as never)
}

/** Reads a refund as the API does. */
export async function readRefundOf(
  context: Context,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<Refund> {
  return getRefund(context, { params: { id }, caller: refundingKey(tenantId) } as never)
}

const SENDER = `0x${'5e'.repeat(20)}` as const

/** Returns the context with a chain that has only accounts with a key. */
export function withPlainAccounts<C extends Pick<Context, 'chains'>>(context: C): C {
  const { chains } = context
  return {
    ...context,
    chains: {
      ...chains,
      get: (networkId) => ({
        ...chains.get(networkId),
        readAccount: async () => ({
          ...{ latestNonce: 0n, pendingNonce: 0n, balanceUnits: 0n, hasContractCode: false },
        }),
        // Another account sent the transaction, so the tokens' owner is known.
        getAgreedTransaction: async (hash) => ({
          ...{ hash, from: SENDER, to: null, input: '0x', blockNumber: 1n },
        }),
      }),
    },
  }
}
