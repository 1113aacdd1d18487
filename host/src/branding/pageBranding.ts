import { createHash } from 'node:crypto'
import { deriveBrandTheme, inkOn } from '@secure-payment/core'
import { coloursOf, type StoredBranding } from './branding.ts'

/** The look of a hosted page. */
export type PageBranding = {
  /** The CSS of the merchant's colours, which this service builds only from checked colours. Empty for the default look. */
  css: string
  /** The hash of `css` for the page's Content-Security-Policy; null without CSS. */
  cssHash: string | null
  /** The font's file; null for the system's font. */
  fontUrl: string | null
  displaysService: boolean
}

/** The default look. */
export const PLAIN_PAGE: PageBranding = {
  css: '',
  cssHash: null,
  fontUrl: null,
  displaysService: false,
}

/** Returns the look of a merchant's hosted pages. */
export function describePageBranding(row: StoredBranding | null): PageBranding {
  if (row === null) return PLAIN_PAGE
  const css = `${writeFont(row)}${writeColours(row)}`
  return {
    css,
    cssHash: css === '' ? null : `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    fontUrl: row.font_url,
    displaysService: row.displays_service === 1,
  }
}

/**
 * Writes the page's background, and the colours that the payment element derives from the merchant's choice. Each value is a `#rrggbb`
 * colour, so no value can end its CSS rule.
 */
function writeColours(row: StoredBranding): string {
  const colours = coloursOf(row)
  if (Object.values(colours).every((colour) => colour === null)) return ''
  const { light, dark, page } = deriveBrandTheme(colours)
  const names = Object.keys(light).filter((name): name is keyof typeof light => name in dark)
  const rules = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`)
  return `:root{${rules.join(';')}}${writeBackground(page)}`
}

/** All characters except U+0 to U+39, which are ASCII digits and the separators and signs of amounts, and except currency signs. */
const FONT_RANGE = 'U+3A-A1,U+A6-209F,U+20D0-10FFFF'

/**
 * Writes the merchant's font, which the page and the element show once the file has loaded. The contract permits only letters, digits, spaces
 * and hyphens in the name, and no character in the URL that ends a CSS string. A font decides which shape a character has, so it never draws
 * amounts: its prefixed name replaces no other font, and {@link FONT_RANGE} excludes digits.
 */
function writeFont({ font_family, font_url }: StoredBranding): string {
  if (font_family === null || font_url === null) return ''
  const name = `"brand ${font_family}"`
  const family = `${name},system-ui,sans-serif`
  const face = `font-family:${name};unicode-range:${FONT_RANGE};src:url("${font_url}") format("woff2");font-weight:100 900;font-display:swap`
  return `@font-face{${face}}:root{font-family:${family};--sp-font-family:${family}}`
}

/** On a chosen background, secondary text has the colour of the main text, because a mixed colour may be unreadable. */
function writeBackground({ light, dark }: { light: string | null; dark: string | null }): string {
  if (light === null) return ''
  const rule = (background: string) =>
    `:root{--page:${background};--ink:${inkOn(background)};--ink-muted:${inkOn(background)}}`
  return dark === null ? `@media (prefers-color-scheme:light){${rule(light)}}` : rule(light)
}
