import { registerHooks } from 'node:module'

/**
 * Importing this file makes later `import()`s take the workspace's packages from their TypeScript sources, as
 * `node --conditions=@secure-payment/source` does, so that a script runs with plain `node`. Static imports of the same
 * file are resolved before this runs: import the packages dynamically.
 */
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier, {
      ...context,
      conditions: [...context.conditions, '@secure-payment/source'],
    }),
})
