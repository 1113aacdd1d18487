import type { BrandColours } from '@secure-payment/core'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { safeUrl } from '../text/format.ts'

/** The valid part of the branding that the service returns. */
export type Branding = {
  readonly colours: BrandColours
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
}

/** Reads a payment's branding; omits invalid colours and addresses other than http(s). Null if there is none. */
export function readBranding({ branding }: Pick<PaymentMetadata, 'branding'>): Branding | null {
  if (typeof branding !== 'object' || branding === null) return null
  const members = new Map<string, unknown>(Object.entries(branding))
  const colour = (name: keyof BrandColours) => {
    const value = members.get(name)
    return typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : null
  }
  const link = (name: string) => {
    const value = members.get(name)
    return typeof value === 'string' ? safeUrl(value, globalThis.location?.href) : null
  }
  return {
    colours: {
      pageBackgroundColor: colour('pageBackgroundColor'),
      cardBackgroundColor: colour('cardBackgroundColor'),
      primaryActionColor: colour('primaryActionColor'),
      primaryTextColor: colour('primaryTextColor'),
      secondaryTextColor: colour('secondaryTextColor'),
    },
    termsUrl: link('termsPath'),
    privacyUrl: link('privacyPath'),
  }
}
