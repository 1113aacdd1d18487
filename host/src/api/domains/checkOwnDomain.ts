import type { api, Output } from '@secure-payment/core/api'
import { openWindow } from '../../allowances/openWindow.ts'
import type { Context } from '../../context.ts'
import { checkDomain } from '../../domains/checkDomain.ts'
import type { Call } from '../../http/implement.ts'
import { describeDomain } from './describeDomain.ts'
import { DomainNotFoundError } from './errors.ts'
import { findOwn } from './findOwn.ts'

type Check = typeof api.domains.check

/** The minimum time between two lookups of one domain, so that this host cannot be used to flood it. */
const MIN_INTERVAL_MS = 5_000
/**
 * The maximum number of lookups per minute for one merchant on one host. The limit counts per merchant, because a merchant may remove a
 * domain and add it again.
 */
const MAX_A_MINUTE = 20
const WINDOW_MS = 60_000

/**
 * Checks the proof of a domain in the caller's tenant.
 *
 * @throws DomainNotFoundError
 */
export async function checkOwnDomain(
  context: Pick<Context, 'config' | 'db' | 'now' | 'resolveTxt' | 'log'>,
  { params, caller }: Pick<Call<Check>, 'params' | 'caller'>,
): Promise<Output<Check>> {
  const row = await findOwn(context, { id: params.id, tenantId: caller.tenantId })
  const now = context.now()
  const checks = openWindow(context, {
    purpose: 'checks of domains',
    key: caller.tenantId,
    windowMs: WINDOW_MS,
  })
  if (checks.count >= MAX_A_MINUTE) return describeDomain(row)
  checks.count += 1
  const since = new Date(now.getTime() - MIN_INTERVAL_MS).toISOString()
  // Of concurrent calls, only the one that stores its time looks up the proof; the others return the stored result.
  const { numUpdatedRows } = await context.db.kysely
    .updateTable('merchant_domains')
    .set({ checked_at: now.toISOString() })
    .where('id', '=', row.id)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', since)]))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) {
    checks.count -= 1
    return describeDomain(row)
  }
  const checked = await checkDomain(context, row)
  if (checked === null) throw new DomainNotFoundError()
  return describeDomain(checked)
}
