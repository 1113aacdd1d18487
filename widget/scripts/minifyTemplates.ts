import type { Plugin } from 'vite'

/** A Vite plugin that takes indentation out of the element's templates and comments and gaps out of its style sheets. */
export function minifyTemplates(): Plugin {
  return {
    name: 'minify-templates',
    enforce: 'pre',
    transform(code, id) {
      const path = id.replaceAll('\\', '/')
      if (path.includes('/widget/src/styles/')) return { code: minifySheets(code), map: null }
      if (path.includes('/widget/src/views/')) return { code: minifyMarkup(code), map: null }
      return null
    },
  }
}

/** Minifies the text of each `css` template: none of them has expressions. */
export function minifySheets(code: string): string {
  return code.replace(/css`([^`]*)`/g, (_, sheet: string) => `css\`${minifySheet(sheet)}\``)
}

/** White space that does not matter in CSS; that before a colon, around operators and inside strings stays. */
function minifySheet(sheet: string): string {
  return sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()
}

/** A line break and its indentation become one space, or nothing between two tags: HTML and JavaScript read the same. */
export function minifyMarkup(code: string): string {
  return code.replace(/>\n\s+</g, '><').replace(/\n[ \t]+/g, '\n')
}
