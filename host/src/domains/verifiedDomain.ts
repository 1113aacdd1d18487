import { sql } from 'kysely'

/**
 * The domain that a tenant is shown by, as a part of a statement: of those that are verified, the one that has been longest. None where
 * a client ID that pays anybody made the payment: its id is public, so the payee may be a visitor. `payment` names the table.
 */
export function verifiedDomainOf(payment: 'payment') {
  return sql<string | null>`(select domain from merchant_domains
    where tenant_id = ${sql.ref(`${payment}.tenant_id`)} and status = 'verified'
      and (${sql.ref(`${payment}.client_id`)} is null or exists (select 1 from client_ids
        where client_ids.client_id = ${sql.ref(`${payment}.client_id`)}
          and (client_ids.allow_any_payee = 0 or client_ids.payee_destination_id is not null)))
    order by verified_at, id limit 1)`
}
