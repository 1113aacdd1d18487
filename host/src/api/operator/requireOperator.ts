import { BOOTSTRAP_TENANT_ID } from '../../auth/bootstrap.ts'
import type { ApiKeyCaller } from '../../auth/caller.ts'
import { OperatorOnlyError } from './errors.ts'

/**
 * Refuses all callers except the first merchant, who runs the service.
 *
 * @throws OperatorOnlyError
 */
export function requireOperator({ tenantId }: ApiKeyCaller): void {
  if (tenantId !== BOOTSTRAP_TENANT_ID) throw new OperatorOnlyError()
}
