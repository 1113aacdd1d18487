import type { Plugin } from 'vite'

/** What Lit leaves on the page to tell its own developers of a second copy; the last of a list of expressions, or alone. */
const VERSION = /,?\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/

/** By module: what Lit has for browsers that cannot run the element anyway, or for its own developers, and what stands for it. */
const PARTS: readonly (readonly [module: RegExp, part: RegExp, instead: string])[] = [
  [
    /@lit\/reactive-element\/css-tag\.js$/,
    /=(\w+)\.ShadowRoot&&\(void 0===\1\.ShadyCSS\|\|\1\.ShadyCSS\.nativeShadow\)&&"adoptedStyleSheets"in Document\.prototype&&"replace"in CSSStyleSheet\.prototype/,
    '=true',
  ],
  [/@lit\/reactive-element\/css-tag\.js$/, /(?<=Error\()"CSSResult is not[^"]+"/, ''],
  [
    /@lit\/reactive-element\/reactive-element\.js$/,
    /=\w+\.reactiveElementPolyfillSupport/,
    '=void 0',
  ],
  [/lit-html\/lit-html\.js$/, /(?<=Error\()"invalid template strings array"/, ''],
  [/lit-html\/lit-html\.js$/, /=\w+\.litHtmlPolyfillSupport/, '=void 0'],
  [/lit-element\/lit-element\.js$/, /=\w+\.litElementPolyfillSupport/, '=void 0'],
  [/\/(reactive-element|lit-html|lit-element)\.js$/, VERSION, ''],
]

/**
 * A Vite plugin that leaves out of the bundled Lit what it has for browsers without shadow trees and constructable style sheets (the
 * bundle's syntax is newer than both) and for its own developers. Fails the build when that is not where it is known to be.
 */
export function trimLit(): Plugin {
  return {
    name: 'trim-lit',
    transform(code, id) {
      let trimmed = code
      for (const [module, part, instead] of PARTS) {
        if (!module.test(id)) continue
        if (!part.test(trimmed)) throw new Error(`What is left out of Lit was not found in ${id}.`)
        trimmed = trimmed.replace(part, instead)
      }
      return trimmed === code ? null : { code: trimmed, map: null }
    },
  }
}
