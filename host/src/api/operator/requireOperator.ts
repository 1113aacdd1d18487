import { KEY_SCOPES } from '@secure-payment/core/api'
import { BOOTSTRAP_TENANT_ID } from '../../auth/bootstrap.ts'
import type { ApiKeyCaller } from '../../auth/caller.ts'
import { guardScope } from '../../auth/guardScope.ts'
import { OperatorOnlyError } from './errors.ts'

/**
 * Accepts only the first merchant, who runs the service, with a key that has every scope, because the operations concern all merchants.
 *
 * @throws OperatorOnlyError, ScopeMissingError
 */
export function requireOperator(caller: ApiKeyCaller): void {
  if (caller.tenantId !== BOOTSTRAP_TENANT_ID) throw new OperatorOnlyError()
  for (const scope of KEY_SCOPES) guardScope(caller, scope)
}
