import { getNetwork } from '@secure-payment/core/networks'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { PAYEE_ROLES } from '../payeeRoles.ts'
import { PayeeNotAllowedError } from './errors.ts'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Limits a client ID that is bound to no destination and may not pay arbitrary payees. Such a client ID may pay only the wallets and
 * payee destinations of its own merchant. A client ID is public: without this limit, a visitor to the shop could create a page in the
 * merchant's name that pays the visitor. A contract account belongs to the merchant only on the chain of its sign-in and on the chains of
 * its destinations. On other chains, the account's address may belong to another owner. The destinations of a removed member do not
 * count, so that no visitor can direct payments to a former member. Wallets of members who may not send money do not count either: such a
 * member could otherwise have customers pay that wallet.
 *
 * @throws PayeeNotAllowedError naming the field of the first other payee
 */
export async function guardPayees(
  context: Pick<Context, 'db'>,
  caller: Caller,
  planned: readonly Pick<PlannedRequest, 'payee' | 'network'>[],
  fieldAt: (index: number) => string,
): Promise<void> {
  if (caller.credential !== 'clientId' || caller.payeeDestination !== null) return
  if (caller.allowsAnyPayee || planned.length === 0) return
  const payees = [...new Set(planned.map(({ payee }) => payee))]
  const own = await findOwn(context, caller.tenantId, payees)
  const stranger = planned.findIndex(({ payee, network }) => {
    const chainId = BigInt(getNetwork(network).chainId)
    return !own.some(({ address, chain }) => {
      return address === payee && (chain === null || BigInt(chain) === chainId)
    })
  })
  if (stranger !== -1) throw new PayeeNotAllowedError({ field: fieldAt(stranger) })
}

/** `chain`: the id of the only chain on which the address belongs to the merchant; null for every chain. */
type Own = { address: string; chain: bigint | null }

async function findOwn(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
  payees: readonly string[],
): Promise<readonly Own[]> {
  return db.kysely
    .selectFrom('wallets')
    .select(['address', 'code_chain_id as chain'])
    .where('tenant_id', '=', tenantId)
    .where('address', 'in', payees)
    .where('role', 'in', PAYEE_ROLES)
    .union((eb) =>
      eb
        .selectFrom('payee_destinations as destination')
        .innerJoin('wallets as member', (join) =>
          join
            .onRef('member.address', '=', 'destination.wallet_address')
            .onRef('member.tenant_id', '=', 'destination.tenant_id'),
        )
        .select(['destination.wallet_address as address', 'destination.chain_id as chain'])
        .where('destination.tenant_id', '=', tenantId)
        .where('destination.wallet_address', 'in', payees)
        .where('member.role', 'in', PAYEE_ROLES),
    )
    .execute()
}
