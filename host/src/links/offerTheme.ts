import { createHash } from 'node:crypto'
import { type BrandColours, deriveBrandTheme } from '@secure-payment/core'
import { coloursOf, type StoredBranding } from '../branding/branding.ts'
import type { PageBranding } from '../branding/readPageBranding.ts'

const OWN: BrandColours = {
  pageBackgroundColor: null,
  cardBackgroundColor: null,
  primaryActionColor: null,
  primaryTextColor: null,
  secondaryTextColor: null,
}

/**
 * Adds the card's colours to the page of a reusable link: those that the payment element derives from the merchant’s choice. Each value
 * consists of `#rrggbb` colours only, so no value can end its CSS rule.
 */
export function addOfferTheme(page: PageBranding, branding: StoredBranding | null): PageBranding {
  const { light, dark } = deriveBrandTheme(branding === null ? OWN : coloursOf(branding))
  const names = Object.keys(light).filter((name): name is keyof typeof light => name in light)
  const rules = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`)
  const css = `${page.css}.offer{${rules.join(';')}}`
  return { ...page, css, cssHash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}
