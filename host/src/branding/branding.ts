import type { BrandColours } from '@secure-payment/core'
import type { PaymentBranding } from '@secure-payment/core/api'
import type { Config } from '../config.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'

/** A branding with the record of its client ID; null: the branding is the tenant's. */
export type StoredBranding = Row<'brandings'> & { client_record_id: string | null }

/** Reads one branding by its id: a row, or none. */
export const selectBranding = preparedRead((kysely) =>
  kysely
    .selectFrom('brandings')
    .leftJoin('client_ids', 'client_ids.client_id', 'brandings.client_id')
    .selectAll('brandings')
    .select('client_ids.id as client_record_id')
    .where('brandings.id', '=', TEXT)
    .compile(),
)

/** The colours of a branding, by the names of the contract. */
export function coloursOf(row: Row<'brandings'>): BrandColours {
  return {
    pageBackgroundColor: row.page_background_color,
    cardBackgroundColor: row.card_background_color,
    primaryActionColor: row.primary_action_color,
    primaryTextColor: row.primary_text_color,
    secondaryTextColor: row.secondary_text_color,
  }
}

/** The address of a logo; null without one. */
export function logoUrl(
  { payUrl }: Pick<Config, 'payUrl'>,
  { logo_id }: Pick<Row<'brandings'>, 'logo_id'>,
): string | null {
  return logo_id === null ? null : `${payUrl}/branding/${logo_id}/logo`
}

/** A payment's branding: unset members are left out. */
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
