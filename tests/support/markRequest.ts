import type { Host } from '@secure-payment/host'

/**
 * Sets a request to its state after a confirmed payment of `paidUnits` is detected, in the request's own units. `arrivedUnits` is the
 * amount received in the payment currency, if that is another currency, and `fee` is the added fee in that currency.
 */
export async function markPaid(
  { context }: Host,
  facts: {
    token: string
    requestId: string
    paidUnits: bigint
    arrivedUnits?: bigint
    fee?: { units: bigint; address: string }
    blockNumber?: bigint
  },
): Promise<{ txHash: string }> {
  const { requestId, paidUnits, arrivedUnits = paidUnits } = facts
  const txHash = `0x${requestId.slice(2)}`
  const now = context.now().toISOString()
  await context.db.transaction(async (tx) => {
    const request = await tx
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    const isPaid = paidUnits >= BigInt(request.expected_units)
    await tx
      .insertInto('payments')
      .values({
        id: facts.token.replace(/.$/, String(request.item_index)),
        request_id: requestId,
        tenant_id: request.tenant_id,
        network: request.network,
        tx_hash: txHash,
        log_index: 0,
        block_number: facts.blockNumber ?? 10n,
        block_hash: `0x${'b'.repeat(64)}`,
        block_time: now,
        payer: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
        payee: request.payee,
        token_address: request.token_address,
        amount_units: String(arrivedUnits),
        credited_units: String(arrivedUnits),
        fee_units: String(facts.fee?.units ?? 0n),
        fee_address: facts.fee?.address ?? null,
        is_late: 0,
        detected_at: now,
        request_units: String(paidUnits),
        invoice_currency: request.invoice_currency,
        payment_currency: request.payment_currency,
        client_id: request.client_id,
        reference: request.reference,
      })
      .execute()
    await tx
      .updateTable('requests')
      .set({
        paid_units: String(paidUnits),
        status: isPaid ? 'paid' : 'partially_paid',
        has_been_paid: isPaid ? 1 : 0,
        tx_hash: txHash,
        updated_at: now,
      })
      .where('id', '=', requestId)
      .execute()
    const open = await tx
      .selectFrom('requests')
      .select('id')
      .where('secure_payment_token', '=', facts.token)
      .where('has_been_paid', '=', 0)
      .execute()
    if (open.length > 0) return
    await tx
      .updateTable('secure_payments')
      .set({ status: 'completed', completed_at: now })
      .where('token', '=', facts.token)
      .execute()
  })
  return { txHash }
}

/** Marks a request's payment as found on chain but not yet confirmed, `depth` blocks below the head. */
export async function markSeen(
  { context }: Host,
  facts: { requestId: string; units: bigint; depth: bigint },
): Promise<{ txHash: string }> {
  const txHash = `0x${facts.requestId.slice(2)}`
  const now = context.now().toISOString()
  const headNumber = 1_000n
  await context.db.transaction(async (tx) => {
    const { network, tenant_id } = await tx
      .selectFrom('requests')
      .select(['network', 'tenant_id'])
      .where('id', '=', facts.requestId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('pending_payments')
      .values({
        network,
        tx_hash: txHash,
        log_index: 0,
        request_id: facts.requestId,
        block_number: headNumber - facts.depth,
        amount_units: String(facts.units),
        payer: null,
        seen_at: now,
        tenant_id,
      })
      .execute()
    const cursor = {
      block_number: headNumber - 12n,
      block_hash: `0x${'c'.repeat(64)}`,
      head_number: headNumber,
      updated_at: now,
    }
    await tx
      .insertInto('chain_cursors')
      .values({ network, ...cursor })
      .onConflict((conflict) => conflict.column('network').doUpdateSet(cursor))
      .execute()
  })
  return { txHash }
}
