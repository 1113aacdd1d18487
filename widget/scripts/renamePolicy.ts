import type { Plugin } from 'vite'

/**
 * The Trusted Types policy of the bundle, which contains its own Lit. A page allows it with `trusted-types secure-payment`.
 */
export const POLICY_NAME = 'secure-payment'

/**
 * Returns a Vite plugin that names the bundled Lit's policy after the element, because the page's own Lit may already use
 * `lit-html`. Fails the build when Lit does not create its policy at the expected place.
 */
export function renamePolicy(): Plugin {
  let isRenamed = false
  return {
    name: 'rename-policy',
    transform(code, id) {
      if (!/node_modules\/lit-html\/(development\/)?lit-html\.js/.test(id)) return null
      const renamed = code.replace(
        /createPolicy\((["'])lit-html\1/,
        `createPolicy("${POLICY_NAME}"`,
      )
      if (renamed === code) throw new Error(`Lit's policy was not found in ${id}.`)
      isRenamed = true
      return { code: renamed, map: null }
    },
    buildEnd(error) {
      if (!error && !isRenamed)
        throw new Error('The bundle has no lit-html module whose policy could be renamed.')
    },
  }
}
