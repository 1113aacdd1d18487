import type { Plugin } from 'vite'

/**
 * Returns a Vite plugin that removes comments and spaces from the style sheets in templates, because minifiers leave these
 * unchanged.
 */
export function trimStyles(): Plugin {
  return {
    name: 'trim-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/widget/src/') || !code.includes('css`')) return null
      const trimmed = code.replace(STYLES, (_, sheet: string) => `css\`${trimSheet(sheet)}\``)
      return { code: trimmed, map: null }
    },
  }
}

const STYLES = /\bcss`([^`]*)`/g

/**
 * Removes comments and spaces that have no meaning. Keeps a space before a colon, which separates selectors, and the spaces around the
 * operators in `calc()`.
 */
export function trimSheet(sheet: string): string {
  return sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/([:,]) /g, '$1')
    .replaceAll(';}', '}')
    .trim()
}
