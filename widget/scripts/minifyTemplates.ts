import type { Plugin } from 'vite'

/**
 * A Vite plugin that takes indentation out of the element's templates and comments and gaps out of its style sheets, and the marks out
 * of the chunks that told the bundler which calls it may leave out.
 */
export function minifyTemplates(): Plugin {
  return {
    name: 'minify-templates',
    enforce: 'pre',
    transform(code, id) {
      const path = id.replaceAll('\\', '/')
      if (SHEETS.test(path)) return { code: freeSheets(minifySheets(code)), map: null }
      if (path.includes('/widget/src/views/')) return { code: minifyMarkup(code), map: null }
      return null
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = dropMarks(file.code)
      }
    },
  }
}

const SHEETS = /\/widget\/src\/(styles\/\w+|dialog\/dialogStyles)\.ts$/

/** Code without the marks; where one stands between two words, the space that they need stays. */
export function dropMarks(code: string): string {
  return code.replace(/(?<=[\w$])\/\* @__PURE__ \*\/ /g, ' ').replaceAll('/* @__PURE__ */ ', '')
}

/** Makes each `css` template a plain text: without expressions there is nothing that Lit's `css` would have to look at. */
export function freeSheets(code: string): string {
  if (!code.includes('css`')) return code
  return code
    .replace(/import \{ css \} from ["']lit["']/, "import { unsafeCSS } from 'lit'")
    .replace(/css(`[^`]*`)/g, 'unsafeCSS($1)')
}

/** Minifies the text of each `css` template: none of them has expressions. */
export function minifySheets(code: string): string {
  return code.replace(/css`([^`]*)`/g, (_, sheet: string) => `css\`${minifySheet(sheet)}\``)
}

/** Without white space that does not matter in CSS (that before a colon, around sums and inside strings stays), and with short colors. */
function minifySheet(sheet: string): string {
  return sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/ !important/g, '!important')
    .replace(/(?<=[\s:(,-])0(?=\.\d)/g, '')
    .replace(/ \/ /g, '/')
    .replace(/ \* (?=[\d.])/g, '*')
    .replace(/#([0-9a-f])\1([0-9a-f])\2([0-9a-f])\3\b/g, '#$1$2$3')
    .replaceAll(';}', '}')
    .trim()
}

/** A line break and its indentation become one space, or nothing between two tags: HTML and JavaScript read the same. */
export function minifyMarkup(code: string): string {
  return code.replace(/>\n\s+</g, '><').replace(/\n[ \t]+/g, '\n')
}
