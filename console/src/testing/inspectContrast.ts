import axe from 'axe-core'

/** The rules of axe that depend on colours. */
export const CONTRAST_RULES = ['color-contrast', 'link-in-text-block']

/** The computed styles that an element's text adds to the colours of its backgrounds. */
const TEXT = ['color', 'font-size', 'font-weight', 'text-decoration-line'] as const
const BACKGROUND = ['background-color', 'background-image', 'opacity'] as const

/** The value of `BACKGROUND` for an element that paints nothing. */
const UNPAINTED = 'rgba(0, 0, 0, 0) none 1'

/** The fields whose text is not in the tree. */
const FIELDS = 'input, select, textarea'

/** The texts that have passed on any screen of this run, described by `describeText`. */
const passed = new Set<string>()

/**
 * Returns the violations of contrast rules in the document. A text's style and the backgrounds of its ancestors determine its contrast, so
 * axe checks each combination once per run: most texts of menus, tables and forms are on many screens.
 */
export async function inspectContrast(): Promise<axe.Result[]> {
  const backgrounds = new Map<Element, string>()
  const texts = new Map<string, Element>()
  for (const element of listElements(document.body)) {
    if (!hasText(element) || !element.checkVisibility()) continue
    const key = describeText(element, backgrounds)
    if (!passed.has(key)) texts.set(key, element)
  }
  if (texts.size === 0) return []
  const { violations } = await axe.run(
    { include: [...texts.values()] },
    { runOnly: CONTRAST_RULES, resultTypes: ['violations'] },
  )
  if (violations.length === 0) for (const key of texts.keys()) passed.add(key)
  return violations
}

/** Returns the descendants of a node, in all shadow trees. */
function listElements(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot === null ? [element] : [element, ...listElements(element.shadowRoot)],
  )
}

function hasText(element: Element): boolean {
  return (
    element.matches(FIELDS) ||
    [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '',
    )
  )
}

function describeText(element: Element, backgrounds: Map<Element, string>): string {
  const { localName, className } = element
  return [
    localName,
    className,
    readStyles(element, TEXT),
    describeBackgrounds(element, backgrounds),
  ].join(' ')
}

/** Describes the backgrounds of an element and its ancestors in the flattened tree, the innermost last. */
function describeBackgrounds(element: Element, known: Map<Element, string>): string {
  const described = known.get(element)
  if (described !== undefined) return described
  const parent = element.assignedSlot ?? element.parentElement ?? hostOf(element)
  const outer = parent === null ? '' : describeBackgrounds(parent, known)
  const own = readStyles(element, BACKGROUND)
  const text = own === UNPAINTED ? outer : `${outer} > ${own}`
  known.set(element, text)
  return text
}

function readStyles(element: Element, names: readonly string[]): string {
  const style = getComputedStyle(element)
  return names.map((name) => style.getPropertyValue(name)).join(' ')
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}
