import { sql } from 'kysely'

/**
 * The domain that a payment's tenant is shown by, as a part of a statement: of the verified ones, the one verified
 * longest. A client ID is public, so the domain vouches for its payments only where no visitor can have chosen the
 * payee. It does not while the client ID pays any payee, nor where an earlier payment pays or charges for another
 * party. `payment` names the table.
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
              or (coalesce(c.payee_destination_id, '') not like '%' || r.payee || '%'
                and r.payee not in (select address from wallets where tenant_id = ${tenant}))))))
    order by verified_at, id limit 1)`
}
