import { ROLE_SCOPES, type Role, type Scope } from '@secure-payment/core/api'
import { lockTenant } from '../../db/lockTenant.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { ScopeMissingError } from '../guardScope.ts'
import { OwnerOnlyError } from './errors.ts'

/** The roles of a merchant account's members, by member id. */
export type Roles = ReadonlyMap<string, Role>

/** Locks a merchant account's members until the transaction ends, and returns their roles. */
export async function lockMembers(tx: Tx, tenantId: string): Promise<Roles> {
  await lockTenant(tx, tenantId)
  const wallets = await tx
    .selectFrom('wallets')
    .select(['address as id', 'role'])
    .where('tenant_id', '=', tenantId)
    .execute()
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'role'])
    .where('tenant_id', '=', tenantId)
    .execute()
  return new Map([...wallets, ...accounts].map(({ id, role }) => [id, role]))
}

/** Returns whether a member is the only owner. */
export function isLastOwner(roles: Roles, id: string): boolean {
  const owners = [...roles].filter(([, role]) => role === 'owner')
  return owners.length <= 1 && roles.get(id) === 'owner'
}

/**
 * Rejects a member who may not change the team, and a member who is not an owner if the change concerns an owner. Uses the current roles,
 * so a demotion that committed since the call began counts.
 *
 * @throws ScopeMissingError, OwnerOnlyError
 */
export function guardTeam(roles: Roles, by: string, touched: readonly (Role | undefined)[]): void {
  guardHeld(roles, by, ['team'])
  if (roles.get(by) !== 'owner' && touched.includes('owner')) throw new OwnerOnlyError()
}

/**
 * Rejects a member who lacks any of the scopes, according to the current roles.
 *
 * @throws ScopeMissingError
 */
export function guardHeld(roles: Roles, by: string, scopes: readonly Scope[]): void {
  const role = roles.get(by)
  const held: readonly Scope[] = role === undefined ? [] : ROLE_SCOPES[role]
  const missing = scopes.find((scope) => !held.includes(scope))
  if (missing !== undefined) throw new ScopeMissingError({ scope: missing, holder: 'role' })
}
