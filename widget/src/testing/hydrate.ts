// A page's own bundle: hydration must load before the element.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js'
import '../index.ts'
