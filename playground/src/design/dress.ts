import type { SecurePayment } from '../../../widget/src/secure-payment.ts'
import type { Design, Values } from './design.ts'
import { knobs } from './knobs.ts'

/**
 * Applies a design's attributes, variables and slots to an element, and removes all other attributes, variables and slots. Use `writeParts`
 * for parts.
 */
export function dress(element: SecurePayment, { attributes, variables, slots }: Design): void {
  for (const { kind, name } of knobs) {
    if (kind === 'variable') element.style.setProperty(name, variables[name] ?? null)
    if (kind === 'attribute') setAttribute(element, name, attributes[name])
  }
  fillSlots(element, slots)
}

/** Returns the rules for a design's parts. */
export function writeParts({ parts }: Pick<Design, 'parts'>): string {
  return Object.entries(parts)
    .map(([name, css]) => `secure-payment::part(${name}) { ${css} }`)
    .join('\n')
}

function setAttribute(element: SecurePayment, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/**
 * Slot content that does not change remains in the page, so that a trigger keeps its focus. Only the default slot is visible before the
 * element is defined.
 */
function fillSlots(element: SecurePayment, { default: _, ...slots }: Values): void {
  const given = [...element.children].map((child) => [child.slot, child.textContent])
  const wanted = Object.entries(slots)
  if (JSON.stringify(given) === JSON.stringify(wanted)) return
  element.replaceChildren(
    ...wanted.map(([name, text]) => {
      const content = document.createElement(name === 'trigger' ? 'button' : 'div')
      content.slot = name
      content.textContent = text
      return content
    }),
  )
}
