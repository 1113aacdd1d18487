/**
 * Returns the tags and classes of content that overflows the element's box or is cut off in its own box. Excludes content that is
 * hidden intentionally, that scrolls (`pre`, the list of recipients) or that ends in an ellipsis (the merchant's name).
 */
export function findOverflow(element: Element): string[] {
  const box = element.getBoundingClientRect()
  const nodes = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])]
  return nodes
    .filter((node) => !node.closest('.visually-hidden, pre, .facts, .merchant, .scroll, svg'))
    .filter((node) => node.localName !== 'slot' && node.checkVisibility() && isOut(node, box))
    .map((node) => `${node.localName}.${node.getAttribute('class')}`)
}

function isOut(node: HTMLElement, box: DOMRect): boolean {
  const { left, right, bottom } = node.getBoundingClientRect()
  const { overflowX, display } = getComputedStyle(node)
  const isCut = overflowX !== 'visible' && display !== 'inline'
  return (
    right > box.right + 0.5 ||
    left < box.left - 0.5 ||
    bottom > box.bottom + 0.5 ||
    (isCut &&
      (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1))
  )
}
