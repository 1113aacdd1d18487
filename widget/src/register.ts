/** The members of the element's class that registering needs. */
type Registered = CustomElementConstructor & { readonly version: string }

/**
 * Registers the element, on request under another tag or in a scoped registry. Registering twice does nothing. If another version holds
 * the tag, a warning appears once and the page keeps the first version.
 */
export function register(
  element: Registered,
  tag = 'secure-payment',
  registry: CustomElementRegistry = customElements,
): void {
  const holder = registry.get(tag)
  if (!holder) {
    // A class can be registered under one name only.
    registry.define(tag, tag === 'secure-payment' ? element : class extends element {})
    return
  }
  const version = 'version' in holder ? String(holder.version) : 'unknown'
  if (version === element.version || warnedTags.has(tag)) return
  warnedTags.add(tag)
  console.warn(
    `<${tag}> is already defined in version ${version}; version ${element.version} is not used on this page.`,
  )
}

const warnedTags = new Set<string>()
