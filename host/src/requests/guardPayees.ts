import { getNetwork } from '@secure-payment/core/networks'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { PayeeNotAllowedError } from './errors.ts'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Limits a client ID that is bound to no destination and may not pay arbitrary payees. It may pay only the wallets and
 * payee destinations of its own merchant. Its id is public: otherwise a visitor of the shop could create a page that
 * pays the visitor in the merchant's name. A contract account is the merchant's on the chain that it signed in on and
 * on those of its destinations: elsewhere its address may be another's. The destinations of a removed member do not
 * count: any visitor could have payments made to a person who has left.
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
  if (caller.allowsAnyPayee) return
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

/** `chain`: the id of the one chain where the address is the merchant's, null = every one. */
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
        .where('destination.wallet_address', 'in', payees),
    )
    .execute()
}
