import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { PayeeNotAllowedError } from './errors.ts'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Holds a client ID that is bound to nothing, and does not say that it pays anybody, to the wallets and payee destinations of its
 * own merchant. Its id is public: without this a visitor of the shop could have a page made that pays the visitor in the merchant's name.
 *
 * @throws PayeeNotAllowedError naming the field of the first other payee
 */
export async function guardPayees(
  context: Pick<Context, 'db'>,
  caller: Caller,
  planned: readonly Pick<PlannedRequest, 'payee'>[],
  fieldAt: (index: number) => string,
): Promise<void> {
  if (caller.credential !== 'clientId' || caller.payeeDestination !== null) return
  if (caller.allowsAnyPayee) return
  const payees = [...new Set(planned.map(({ payee }) => payee))]
  const own = await findOwn(context, caller.tenantId, payees)
  const stranger = planned.findIndex(({ payee }) => !own.has(payee))
  if (stranger !== -1) throw new PayeeNotAllowedError({ field: fieldAt(stranger) })
}

async function findOwn(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
  payees: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.kysely
    .selectFrom('wallets')
    .select('address')
    .where('tenant_id', '=', tenantId)
    .where('address', 'in', payees)
    .union((eb) =>
      eb
        .selectFrom('payee_destinations')
        .select('wallet_address as address')
        .where('tenant_id', '=', tenantId)
        .where('wallet_address', 'in', payees),
    )
    .execute()
  return new Set(rows.map(({ address }) => address))
}
