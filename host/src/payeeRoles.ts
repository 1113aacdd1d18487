import { ROLE_SCOPES, ROLES } from '@secure-payment/core/api'

/** The roles whose members' wallets are payees of the merchant account: those that may send its money. */
export const PAYEE_ROLES = ROLES.filter((role) =>
  ROLE_SCOPES[role].some((scope) => scope === 'payouts'),
)
