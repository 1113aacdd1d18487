/** The router of Express, without the rest of Express; it has no types of its own. */
declare module 'router' {
  function createRouter(options?: {
    caseSensitive?: boolean
    strict?: boolean
  }): import('./createRouter.ts').HttpRouter
  export = createRouter
}
