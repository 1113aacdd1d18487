import { networks } from '@secure-payment/core/networks'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { PAYEE_ROLES } from '../payeeRoles.ts'

/** Reads the domain that a merchant verified first and that is still verified; null if there is none. */
export async function readVerifiedDomain(
  kysely: Context['db']['kysely'] | Tx,
  tenantId: string,
): Promise<string | null> {
  const found = await kysely
    .selectFrom('merchant_domains')
    .select('domain')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'verified')
    .orderBy('verified_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.domain ?? null
}

/**
 * Returns the SQL expression for the domain that identifies a payment's tenant to payers: the verified domain that the tenant verified
 * first. A client ID is public, so its payments show the domain only if no visitor can have chosen the payee. They do not show it while the
 * client ID may pay any payee, or if a payee or fee address belongs to another party. The merchant's addresses on each chain come from
 * `guardPayees`. `payment` names the table.
 */
export function verifiedDomainOf(payment: 'payment') {
  const tenant = sql.ref(`${payment}.tenant_id`)
  const clientId = sql.ref(`${payment}.client_id`)
  const token = sql.ref(`${payment}.token`)
  return sql<string | null>`(select domain from merchant_domains
    where tenant_id = ${tenant} and status = 'verified'
      and (${clientId} is null or exists (select 1 from client_ids as c
        where c.client_id = ${clientId} and (c.allow_any_payee = 0 or c.payee_destination_id is not null)
          and not exists (select 1 from requests as r where r.secure_payment_token = ${token}
            and (r.fee_address <> coalesce(c.fee_address, '')
              or not (coalesce(c.payee_destination_id, '') like '%' || r.payee || '@eip155:' || ${CHAIN_ID} || '#%'
                or exists (select 1 from wallets as w where w.tenant_id = ${tenant} and w.address = r.payee
                  and w.role in (${ROLES_OF_PAYEES})
                  and (w.code_chain_id is null or w.code_chain_id = ${CHAIN_ID}))
                or exists (select 1 from payee_destinations as d
                  join wallets as m on m.address = d.wallet_address and m.tenant_id = d.tenant_id
                  where d.tenant_id = ${tenant} and d.wallet_address = r.payee
                  and m.role in (${ROLES_OF_PAYEES})
                  and d.chain_id = ${CHAIN_ID}))))))
    order by verified_at, id limit 1)`
}

const ROLES_OF_PAYEES = sql.join(PAYEE_ROLES.map((role) => sql.lit(role)))

/** An SQL expression for the chain ID of the request `r`, because rows store only the network's name. */
const CHAIN_ID = sql`(case r.network ${sql.join(
  networks.map(({ id, chainId }) => sql`when ${sql.lit(id)} then ${sql.lit(chainId)}`),
  sql` `,
)} end)`
