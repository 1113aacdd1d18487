/** Returns an analyzer plugin that omits `#private` and lifecycle members from the manifest. */
export function removePrivate() {
  return {
    name: 'remove-private',
    packageLinkPhase({ customElementsManifest }) {
      for (const { declarations = [] } of customElementsManifest.modules) {
        for (const declaration of declarations) {
          declaration.members = declaration.members?.filter(isPublic)
          if (!declaration.members?.length) delete declaration.members
          // The analyzer finds events at dispatchEvent calls; the class comment names them all.
          declaration.events = declaration.events?.filter(({ name }) => name)
          if (!declaration.events?.length) delete declaration.events
        }
      }
    },
  }
}

/** Members that only Lit or the element's own controllers call. */
const INTERNAL = new Set([
  'focusAfterUpdate',
  'printReceipt',
  'saveReceipt',
  'leave',
  'warmUp',
  'controllerFactory',
  'formAssociated',
  'styles',
  'properties',
])

function isPublic({ name, privacy }) {
  return (
    !name.startsWith('#') && privacy !== 'private' && privacy !== 'protected' && !INTERNAL.has(name)
  )
}
