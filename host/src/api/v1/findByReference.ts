import { referenceTopic, topicKey } from '@secure-payment/core'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { keccak256 } from '../../keccak.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'

const REFERENCE = /^0x[0-9a-f]{16}$/i

/**
 * Finds the id of a request in the caller's tenant by its payment reference, and ignores the case of the reference.
 *
 * @throws RequestNotFoundError
 */
export async function findByReference(
  { db }: Pick<Context, 'db'>,
  facts: { paymentReference: string; caller: Caller },
): Promise<string> {
  if (!REFERENCE.test(facts.paymentReference)) throw new RequestNotFoundError()
  const reference = `0x${facts.paymentReference.slice(2).toLowerCase()}` as const
  const found = await db.kysely
    .selectFrom('requests')
    .select('id')
    .where('reference_key', '=', topicKey(referenceTopic(reference, keccak256)))
    .where('payment_reference', '=', reference)
    .where('tenant_id', '=', facts.caller.tenantId)
    .executeTakeFirst()
  if (found === undefined) throw new RequestNotFoundError()
  return found.id
}
