import { contrastPairs } from '@secure-payment/core'
import type { BrandingSettings } from '@secure-payment/core/api'
import { coloursOf, logoUrl } from '../../branding/branding.ts'
import type { Config } from '../../config.ts'
import type { Row } from '../../db/schema.ts'
import type { BrandingScope } from './brandingScope.ts'

/** Describes a branding for its owner; null if none has been set. */
export function describeSettings(
  config: Pick<Config, 'payUrl'>,
  { clientId }: BrandingScope,
  row: Row<'brandings'> | null,
): BrandingSettings {
  const shown = row ?? UNSET
  const colours = coloursOf(shown)
  return {
    id: row?.id ?? null,
    clientId: clientId === '' ? null : clientId,
    ...colours,
    logoUrl: logoUrl(config, shown),
    termsUrl: shown.terms_url,
    privacyUrl: shown.privacy_url,
    supportUrl: shown.support_url,
    supportEmail: shown.support_email,
    fontFamily: shown.font_family,
    fontUrl: shown.font_url,
    displayRequestBranding: shown.displays_service === 1,
    contrast: contrastPairs(colours).flatMap(({ foreground, background, ratio }) =>
      isTold(foreground) && isBack(background)
        ? [{ foreground, background, ratio: Math.floor(ratio * 100) / 100 }]
        : [],
    ),
    updatedAt: row?.updated_at ?? null,
  }
}

type Contrast = BrandingSettings['contrast'][number]

function isTold(name: string): name is Contrast['foreground'] {
  return name === 'primaryTextColor' || name === 'secondaryTextColor' || name === 'buttonText'
}

function isBack(name: string): name is Contrast['background'] {
  return name === 'cardBackgroundColor' || name === 'primaryActionColor'
}

const UNSET: Row<'brandings'> = {
  id: '',
  tenant_id: '',
  client_id: '',
  page_background_color: null,
  card_background_color: null,
  primary_action_color: null,
  primary_text_color: null,
  secondary_text_color: null,
  logo_id: null,
  terms_url: null,
  privacy_url: null,
  support_url: null,
  support_email: null,
  font_family: null,
  font_url: null,
  displays_service: 0,
  created_at: '',
  updated_at: '',
}
