import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { createRandomText } from '../../auth/randomText.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { fileUrlOf } from '../../domains/proofPlaces.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { parseTarget } from '../../outgoing/safeFetch.ts'
import { guardRecordCount } from '../guardRecordCount.ts'
import { describeDomain } from './describeDomain.ts'

type Create = typeof api.domains.create

/**
 * The proof has 178 random bits, so no merchant can guess another merchant's proof.
 */
const PROOF_LENGTH = 30

/**
 * Adds a domain to the caller's tenant, with its own proof; an existing domain stays unchanged.
 *
 * @throws InvalidInputError for a domain that this host does not look up, TooManyRecordsError
 */
export async function createDomain(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random'>,
  { body, caller }: Pick<Call<Create>, 'body' | 'caller'>,
): Promise<Output<Create>> {
  const { domain } = body
  guardDomain(context, domain)
  const { tenantId } = caller
  const created: Row<'merchant_domains'> = {
    id: createId(context),
    tenant_id: tenantId,
    domain,
    proof: `spv_${createRandomText(context, PROOF_LENGTH)}`,
    status: 'pending',
    problem: null,
    verified_at: null,
    seen_at: null,
    missing_since: null,
    checked_at: null,
    next_check_at: null,
    created_at: context.now().toISOString(),
  }
  return context.db.transaction(async (tx) => {
    const known = await tx
      .selectFrom('merchant_domains')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('domain', '=', domain)
      .executeTakeFirst()
    if (known !== undefined) return describeDomain(known)
    await guardRecordCount(tx, { records: 'domains', tenantId }, () =>
      tx
        .selectFrom('merchant_domains')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('tenant_id', '=', tenantId)
        .executeTakeFirstOrThrow(),
    )
    const stored = await tx
      .insertInto('merchant_domains')
      .values(created)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'domain']).doUpdateSet({ domain }))
      .returningAll()
      .executeTakeFirstOrThrow()
    await context.audit?.write(tx, stored.id)
    return describeDomain(stored)
  })
}

function guardDomain({ config }: Pick<Context, 'config'>, domain: string): void {
  try {
    parseTarget(fileUrlOf(domain), { allowLoopback: config.allowPrivateWebhooks })
  } catch {
    const message = 'must be a public domain'
    throw new InvalidInputError([{ field: 'domain', code: 'invalid_domain', message }])
  }
}
