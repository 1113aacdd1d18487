import { referenceTopic } from '@secure-payment/core'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { createId } from '../id.ts'
import { keccak256 } from '../keccak.ts'
import { UNKNOWN_REFERENCE } from '../settlement/detectedPayment.ts'

/**
 * Requests a rescan of blocks in which new requests were already paid, as after a restore. Until the rescan, these payments are
 * unmatched. Usually there are no such blocks.
 */
export async function rereadPaid(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  requests: readonly Pick<Row<'requests'>, 'network' | 'payment_reference'>[],
): Promise<void> {
  for (const { network, payment_reference } of requests) {
    // Core's `createPaymentReference` derived the column.
    const topic = referenceTopic(`0x${payment_reference.slice(2)}`, keccak256)
    const strays = await tx
      .selectFrom('unmatched_payments')
      .select('block_number')
      .distinct()
      .where('reference_topic', '=', topic)
      .where('network', '=', network)
      .where('reason', '=', UNKNOWN_REFERENCE)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('rescans')
              .select('rescans.id')
              .where('rescans.network', '=', network)
              .where('rescans.status', 'in', ['pending', 'running'])
              .whereRef('rescans.from_block', '=', 'unmatched_payments.block_number'),
          ),
        ),
      )
      .execute()
    for (const { block_number: block } of strays) {
      await tx
        .insertInto('rescans')
        .values({
          id: createId(context),
          network,
          from_block: block,
          next_block: block,
          to_block: block,
          status: 'running',
          payment_count: 0,
          unreadable_count: null,
          failure: null,
          created_at: context.now().toISOString(),
          ended_at: null,
        })
        .execute()
    }
  }
}
