import type { Plugin } from 'vite'

/** By module: what Lit looks up for the sake of browsers that cannot run the element anyway, and what it finds in all others. */
const LOOKUPS: readonly (readonly [module: RegExp, lookup: RegExp, answer: string])[] = [
  [
    /@lit\/reactive-element\/css-tag\.js$/,
    /=(\w+)\.ShadowRoot&&\(void 0===\1\.ShadyCSS\|\|\1\.ShadyCSS\.nativeShadow\)&&"adoptedStyleSheets"in Document\.prototype&&"replace"in CSSStyleSheet\.prototype/,
    '=true',
  ],
  [
    /@lit\/reactive-element\/reactive-element\.js$/,
    /=\w+\.reactiveElementPolyfillSupport/,
    '=void 0',
  ],
  [/lit-html\/lit-html\.js$/, /=\w+\.litHtmlPolyfillSupport/, '=void 0'],
  [/lit-element\/lit-element\.js$/, /=\w+\.litElementPolyfillSupport/, '=void 0'],
]

/**
 * A Vite plugin that leaves out of the bundled Lit what it has for browsers without shadow trees and constructable style sheets: the
 * bundle's syntax is newer than both. Fails the build when Lit does not look them up where it is known to.
 */
export function trimLit(): Plugin {
  return {
    name: 'trim-lit',
    transform(code, id) {
      const found = LOOKUPS.find(([module]) => module.test(id))
      if (!found) return null
      const [, lookup, answer] = found
      const trimmed = code.replace(lookup, answer)
      if (trimmed === code) throw new Error(`What is left out of Lit was not found in ${id}.`)
      return { code: trimmed, map: null }
    },
  }
}
