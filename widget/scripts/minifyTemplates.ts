import type { Plugin } from 'vite'

/**
 * A Vite plugin that removes:
 * - indentation from the element's templates;
 * - comments and gaps from its style sheets;
 * - the marks in chunks that show the bundler which calls it may omit.
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

/** Removes the marks from code; a mark between two words leaves the space that separates them. */
export function dropMarks(code: string): string {
  return code.replace(/(?<=[\w$])\/\* @__PURE__ \*\/ /g, ' ').replaceAll('/* @__PURE__ */ ', '')
}

/** Turns each `css` template into a plain string: without expressions, Lit's `css` has nothing to evaluate. */
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

/**
 * Removes white space that CSS ignores, and shortens colors. White space before a colon, around sums and inside strings
 * stays.
 */
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

/**
 * Replaces a line break and its indentation by one space, or by nothing between two tags. HTML and JavaScript keep
 * their meaning.
 */
export function minifyMarkup(code: string): string {
  return code.replace(/>\n\s+</g, '><').replace(/\n[ \t]+/g, '\n')
}
