import type { BrandColours } from '@secure-payment/core'
import type { PaymentBranding } from '@secure-payment/core/api'
import type { Config } from '../config.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'

/** A branding, and the id of its client ID's record; the id is null for the tenant's branding. */
export type StoredBranding = Row<'brandings'> & { client_record_id: string | null }

/** Reads the branding with this id, if it exists. */
export const selectBranding = preparedRead((kysely) =>
  kysely
    .selectFrom('brandings')
    .leftJoin('client_ids', 'client_ids.client_id', 'brandings.client_id')
    .selectAll('brandings')
    .select('client_ids.id as client_record_id')
    .where('brandings.id', '=', TEXT)
    .compile(),
)

/** Returns a branding's colours, under the contract's names. */
export function coloursOf(row: Row<'brandings'>): BrandColours {
  return {
    pageBackgroundColor: row.page_background_color,
    cardBackgroundColor: row.card_background_color,
    primaryActionColor: row.primary_action_color,
    primaryTextColor: row.primary_text_color,
    secondaryTextColor: row.secondary_text_color,
  }
}

/** A merchant's contacts for payers; null without one. */
export type Contacts = { supportUrl: string | null; supportEmail: string | null }

/** Returns the support URL and address; both are null without a branding. */
export function contactsOf(
  row: Pick<StoredBranding, 'support_url' | 'support_email'> | null,
): Contacts {
  return { supportUrl: row?.support_url ?? null, supportEmail: row?.support_email ?? null }
}

/** Returns a logo's URL; null if there is none. */
export function logoUrl(
  { payUrl }: Pick<Config, 'payUrl'>,
  { logo_id }: Pick<Row<'brandings'>, 'logo_id'>,
): string | null {
  return logo_id === null ? null : `${payUrl}/branding/${logo_id}/logo`
}

/** Returns a payment's branding, without unset members. */
export function describePaymentBranding(
  config: Pick<Config, 'payUrl'>,
  row: StoredBranding,
): PaymentBranding {
  const chosen = {
    clientIdId: row.client_record_id,
    logoPath: logoUrl(config, row),
    ...coloursOf(row),
    termsPath: row.terms_url,
    privacyPath: row.privacy_url,
  }
  return {
    id: row.id,
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== null)),
    displayRequestBranding: row.displays_service === 1,
  }
}
