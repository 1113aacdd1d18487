// A page's own bundle, as docs/guides/embed.md shows it: hydration must run before Lit does.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js'

// The import is dynamic, because bundlers place Lit in a chunk that runs before this module.
await import('../index.ts')
