import { type BrandColours, deriveBrandTheme, type ThemeColours } from '@secure-payment/core'

/** Tokens that a page may set itself, under `--sp-color-…`: the page's value overrides the merchant's. */
const PUBLIC: ReadonlySet<string> = new Set([
  'primary',
  'on-primary',
  'surface',
  'surface-raised',
  'text',
  'text-muted',
  'border',
  'success',
  'warning',
  'danger',
  'focus',
])

/** Links have the page's own primary colour if it sets one. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = { link: 'primary' }

/** The colour of the links below the card, which exist only for merchants with a branding. */
export const LEGAL_RULES = `.legal{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1.25rem;font-size:.8667em}.legal a{display:inline-flex;align-items:center;min-block-size:24px;color:var(--_text-muted)}`

/**
 * Returns the merchant's colours as design tokens of the element, for light and dark pages. Empty if no colour of the card was chosen.
 * Every value consists of `#rrggbb` colours only, so no value can end its CSS rule.
 */
export function brandSheet(colours: BrandColours): string {
  const { pageBackgroundColor: _, ...own } = colours
  if (Object.values(own).every((colour) => colour === null)) return ''
  const { light, dark } = deriveBrandTheme(colours)
  const names = Object.keys(light).filter((name): name is keyof ThemeColours => name in dark)
  const rules = names.map((name) => `--_${name}:${writeValue(name, light[name], dark[name])}`)
  const line = '--_line:color-mix(in srgb,var(--_text) 9%,transparent)'
  return `:host{${[...rules, line].join(';')}}`
}

function writeValue(name: string, light: string, dark: string): string {
  const value = light === dark ? light : `light-dark(${light},${dark})`
  const known = PUBLIC_NAMES[name] ?? (PUBLIC.has(name) ? name : null)
  return known === null ? value : `var(--sp-color-${known},${value})`
}
