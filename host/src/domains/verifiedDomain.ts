import { networks } from '@secure-payment/core/networks'
import { sql } from 'kysely'

/**
 * The domain that a payment's tenant is shown under, as a part of a statement: of the verified ones, the one
 * verified longest. A client ID is public, so the domain vouches for its payments only where no visitor can have
 * chosen the payee. It does not while the client ID pays any payee, nor where an earlier payment pays or charges
 * for another party. The merchant's addresses on each chain are those of `guardPayees`. `payment` names the table.
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
                  and (w.code_chain_id is null or w.code_chain_id = ${CHAIN_ID}))
                or exists (select 1 from payee_destinations as d
                  join wallets as m on m.address = d.wallet_address and m.tenant_id = d.tenant_id
                  where d.tenant_id = ${tenant} and d.wallet_address = r.payee
                  and d.chain_id = ${CHAIN_ID}))))))
    order by verified_at, id limit 1)`
}

/** The id of the chain that the request `r` is paid on; rows have the network's name. */
const CHAIN_ID = sql`(case r.network ${sql.join(
  networks.map(({ id, chainId }) => sql`when ${sql.lit(id)} then ${sql.lit(chainId)}`),
  sql` `,
)} end)`
