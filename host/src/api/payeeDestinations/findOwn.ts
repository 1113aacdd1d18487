import { parseDestinationId } from '@secure-payment/core/destinations'
import type { Kysely } from 'kysely'
import { atField } from '../../atField.ts'
import type { Row, Schema } from '../../db/schema.ts'
import { ForeignPayeeDestinationError, PayeeDestinationNotFoundError } from './errors.ts'

/**
 * Finds the record of a composite id, which must belong to the wallet.
 *
 * @throws InvalidInputError at `destinationId`, PayeeDestinationNotFoundError, ForeignPayeeDestinationError
 */
export async function findOwn(
  kysely: Kysely<Schema>,
  facts: { destinationId: string; walletAddress: string },
): Promise<Row<'payee_destinations'>> {
  const { destinationId } = atField('destinationId', () => parseDestinationId(facts.destinationId))
  const row = await kysely
    .selectFrom('payee_destinations')
    .selectAll()
    .where('destination_id', '=', destinationId)
    .executeTakeFirst()
  if (row === undefined) throw new PayeeDestinationNotFoundError({ which: 'id' })
  if (row.wallet_address !== facts.walletAddress) throw new ForeignPayeeDestinationError()
  return row
}
