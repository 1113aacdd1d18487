import { contrastRatio, MIN_TEXT_CONTRAST } from '@secure-payment/core'

const warned = new Set<string>()

/**
 * Warns once in the console, with the ratio, if the page's own colours make the main button unreadable. The element shows the page's
 * values unchanged.
 */
export function warnOfContrast(host: HTMLElement): void {
  const front = resolve(host, 'var(--_on-primary)')
  const back = resolve(host, 'var(--_primary)')
  if (front === null || back === null) return
  const ratio = contrastRatio(front, back)
  const pair = `${front} on ${back}`
  if (ratio >= MIN_TEXT_CONTRAST || warned.has(pair)) return
  warned.add(pair)
  console.warn(
    `<${host.localName}> --sp-color-on-primary ${pair}: a contrast of ${ratio.toFixed(2)}:1 is hard to read; text needs at least ${MIN_TEXT_CONTRAST}:1.`,
  )
}

/**
 * Returns a colour as the browser computes it inside the element, as `#rrggbb`; null if it is transparent or not a colour.
 */
function resolve(host: HTMLElement, colour: string): string | null {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.color = colour
  host.shadowRoot?.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  const [, red, green, blue, alpha] =
    /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(computed) ?? []
  if (red === undefined || (alpha !== undefined && alpha !== '1')) return null
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0'))
  return `#${hex.join('')}`
}
