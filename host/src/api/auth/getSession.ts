import { type api, type Output, ROLE_SCOPES } from '@secure-payment/core/api'
import { CallerRefusedError } from '../../auth/errors.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type GetSession = typeof api.auth.session

/**
 * Returns the signed-in account and the end of its session.
 *
 * @throws CallerRefusedError when the session has ended since the request arrived
 */
export async function getSession(
  context: Pick<Context, 'db' | 'sealer'>,
  { caller }: Pick<Call<GetSession>, 'caller'>,
): Promise<Output<GetSession>> {
  const found = await context.db.kysely
    .selectFrom('sessions as session')
    .innerJoin('tenants as tenant', 'tenant.id', 'session.tenant_id')
    .leftJoin('accounts as account', 'account.id', 'session.account_id')
    .select(['session.expires_at', 'tenant.name', 'account.sealed_email'])
    .where('session.id', '=', caller.sessionId)
    .executeTakeFirst()
  if (found === undefined) throw new CallerRefusedError('invalid_session', 'Sign in again.')
  const { expires_at: expiresAt, name: tenantName, sealed_email } = found
  return {
    kind: caller.wallet === null ? 'account' : 'wallet',
    address: caller.wallet?.address ?? null,
    walletType: caller.wallet?.type ?? null,
    email: sealed_email === null ? null : context.sealer.open('email', sealed_email),
    tenantId: caller.tenantId,
    tenantName,
    role: caller.role,
    scopes: [...ROLE_SCOPES[caller.role]],
    expiresAt,
  }
}
