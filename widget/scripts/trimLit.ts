import type { Plugin } from 'vite'

/**
 * Lit's record on the page with which it warns developers of a second copy: the last of a list of expressions, or
 * alone.
 */
const VERSION = /,?\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/

/** By module: Lit's code for browsers that cannot run the element, or for Lit's developers, and its replacement. */
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
 * A Vite plugin that removes code from the bundled Lit: support for browsers without shadow trees and constructable
 * style sheets, and aids for Lit's developers. The bundle's syntax is newer than both features. Fails the build when
 * that code is not at the expected place.
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
