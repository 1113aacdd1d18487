import { formatTronAddress, InvalidInputError } from '@secure-payment/core'
import type { api, Input } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Config } from '../../config.ts'
import type { Row } from '../../db/schema.ts'
import { readDestinationReference } from './bindDestination.ts'

type Body = Input<typeof api.clientIds.update>['body']
/** The columns of a client ID that a caller may set; the host ignores all other members of a body. */
export type SettableColumns = Pick<
  Row<'client_ids'>,
  | 'label'
  | 'allowed_domains'
  | 'fee_percentage'
  | 'fee_address'
  | 'fee_bearer'
  | 'operator_wallet_address'
  | 'default_pre_approval_expiry'
  | 'default_authorization_expiry'
  | 'payee_destination_id'
  | 'allow_any_payee'
>

/**
 * Reads the columns that a body changes: a sent member sets its column, null unsets it, and an omitted member leaves it unchanged.
 * Addresses are stored with their checksum, and a repeated origin is stored once.
 *
 * @throws InvalidInputError naming the field
 */
export function readColumns(
  config: Pick<Config, 'networks'>,
  body: Body,
): Partial<SettableColumns> {
  const columns: { [Name in keyof SettableColumns]: SettableColumns[Name] | undefined } = {
    label: body.label,
    allowed_domains: body.allowedDomains && JSON.stringify([...new Set(body.allowedDomains)]),
    fee_percentage: body.feePercentage,
    fee_address: readAddress(body.feeAddress, 'feeAddress'),
    fee_bearer: body.feeBearer,
    operator_wallet_address: readAddress(body.operatorWalletAddress, 'operatorWalletAddress'),
    default_pre_approval_expiry: body.defaultPreApprovalExpiry,
    default_authorization_expiry: body.defaultAuthorizationExpiry,
    payee_destination_id: readDestinationReference(config, body.payeeDestinationId),
    allow_any_payee: body.allowAnyPayee === undefined ? undefined : Number(body.allowAnyPayee),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/**
 * Rejects a changed record that has a fee without an address, or an address without a fee.
 *
 * @throws InvalidInputError at the missing field
 */
export function requireFeePair({
  fee_percentage,
  fee_address,
}: Pick<SettableColumns, 'fee_percentage' | 'fee_address'>): void {
  if ((fee_percentage === null) === (fee_address === null)) return
  const [present, missing] =
    fee_address === null ? ['feePercentage', 'feeAddress'] : ['feeAddress', 'feePercentage']
  const message = `is required together with ${present}: set both, or set both to null`
  throw new InvalidInputError([{ field: missing, code: 'required', message }])
}

/**
 * Rejects a changed record of a backend client ID that has domains, and one of pages that has none. A client ID never changes from one
 * kind to the other, because only servers have a secret.
 *
 * @throws InvalidInputError at `allowedDomains`
 */
export function guardDomains(
  row: Pick<Row<'client_ids'>, 'secret_hash' | 'allowed_domains'>,
): void {
  const hasDomains = row.allowed_domains !== '[]'
  const isBackend = row.secret_hash !== null
  if (isBackend !== hasDomains) return
  const [code, message] = isBackend
    ? ['not_for_backend', 'must be empty or omitted for a backend client ID']
    : ['too_few_items', 'must not be empty: create a backend client ID for a server']
  throw new InvalidInputError([{ field: 'allowedDomains', code, message }])
}

/** Tron's zero address in base58; money that is sent there is lost. The schema rejects the zero address of EVM chains. */
const TRON_ZERO_ADDRESS = formatTronAddress(new Uint8Array(20))

function readAddress(address: string | null | undefined, field: string): string | null | undefined {
  if (address === null || address === undefined) return address
  if (address === TRON_ZERO_ADDRESS) {
    const message = 'must not be the zero address'
    throw new InvalidInputError([{ field, code: 'zero_address', message }])
  }
  return atField(field, () => recognizeWallet(address).address)
}
