import type { BankAccount, PayerProfile } from '@secure-payment/core/api'
import type { DataSealer } from '../dataSealer.ts'
import type { Row } from '../db/schema.ts'
import { canonicalJson } from '../http/idempotency.ts'

/** Pages that a payer must visit, as returned by the provider. */
export type PayerLinks = { kycUrl: string | null; agreementUrl: string | null }

/** Columns of personal data. Each text decrypts only in its own row and column. */
type SealedColumn =
  | 'payers.sealed_client_user'
  | 'payers.sealed_profile'
  | 'payers.sealed_links'
  | 'payment_details.sealed_account'

/** Returns the place that binds a sealed text to its row and column. */
function placeOf(column: SealedColumn, id: string): string {
  const [table, name] = column.split('.')
  return `${table}:${id}:${name}`
}

/**
 * Returns the digests by which a merchant's payer is found, with the current key first. The digests of one text for two merchants
 * are unrelated.
 */
export function clientUserDigests(
  sealer: DataSealer,
  { tenantId, clientUserId }: { tenantId: string; clientUserId: string },
): readonly [string, ...string[]] {
  return sealer.digests(`payers:client_user:${tenantId}`, clientUserId)
}

/** Returns the digests that distinguish a payer's profile from others, with the current key first. */
export function profileDigests(
  sealer: DataSealer,
  { id, profile }: { id: string; profile: PayerProfile },
): readonly [string, ...string[]] {
  return sealer.digests(`payers:profile:${id}`, canonicalJson(profile))
}

/** Seals the merchant's own id for a payer, for the payer's row. */
export function sealClientUser(sealer: DataSealer, id: string, clientUserId: string): string {
  return sealer.seal(placeOf('payers.sealed_client_user', id), clientUserId)
}

/**
 * Opens the merchant's own id for a payer.
 *
 * @throws DataUnreadableError
 */
export function openClientUser(
  sealer: DataSealer,
  payer: Pick<Row<'payers'>, 'id' | 'sealed_client_user'>,
): string {
  return sealer.open(placeOf('payers.sealed_client_user', payer.id), payer.sealed_client_user)
}

/** Seals a payer's data for its row. */
export function sealProfile(sealer: DataSealer, id: string, profile: PayerProfile): string {
  return sealer.seal(placeOf('payers.sealed_profile', id), canonicalJson(profile))
}

/**
 * Opens a payer's data; null after an erasure.
 *
 * @throws DataUnreadableError
 */
export function openProfile(
  sealer: DataSealer,
  payer: Pick<Row<'payers'>, 'id' | 'sealed_profile'>,
): PayerProfile | null {
  if (payer.sealed_profile === null) return null
  return openJson<PayerProfile>(
    sealer,
    placeOf('payers.sealed_profile', payer.id),
    payer.sealed_profile,
  )
}

/** Seals a payer's pages for its row. */
export function sealLinks(sealer: DataSealer, id: string, links: PayerLinks): string {
  return sealer.seal(placeOf('payers.sealed_links', id), JSON.stringify(links))
}

/**
 * Opens a payer's pages; empty before the provider returns them, and after an erasure.
 *
 * @throws DataUnreadableError
 */
export function openLinks(
  sealer: DataSealer,
  payer: Pick<Row<'payers'>, 'id' | 'sealed_links'>,
): PayerLinks {
  if (payer.sealed_links === null) return { kycUrl: null, agreementUrl: null }
  return openJson<PayerLinks>(sealer, placeOf('payers.sealed_links', payer.id), payer.sealed_links)
}

/** Seals a bank account for its row. */
export function sealAccount(sealer: DataSealer, id: string, account: BankAccount): string {
  return sealer.seal(placeOf('payment_details.sealed_account', id), canonicalJson(account))
}

/**
 * Opens a bank account; null after an erasure.
 *
 * @throws DataUnreadableError
 */
export function openAccount(
  sealer: DataSealer,
  detail: Pick<Row<'payment_details'>, 'id' | 'sealed_account'>,
): BankAccount | null {
  if (detail.sealed_account === null) return null
  return openJson<BankAccount>(
    sealer,
    placeOf('payment_details.sealed_account', detail.id),
    detail.sealed_account,
  )
}

/** If the string decrypts, this service sealed it for this row and column, so its value has the right type. */
function openJson<T>(sealer: DataSealer, place: string, sealed: string): T {
  return JSON.parse(sealer.open(place, sealed)) as T
}
