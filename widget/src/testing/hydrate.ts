// A page's own bundle: hydration has to be there before the element is.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js'
import '../index.ts'
