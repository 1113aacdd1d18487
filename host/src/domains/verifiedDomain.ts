import { sql } from 'kysely'

/**
 * The domain that a tenant is shown by, as a part of a statement: of those that are verified, the one that has been longest. `tenant`
 * names the column with the tenant's id.
 */
export function verifiedDomainOf(tenant: 'payment.tenant_id') {
  return sql<string | null>`(select domain from merchant_domains
    where tenant_id = ${sql.ref(tenant)} and status = 'verified'
    order by verified_at, id limit 1)`
}
