import { defineSecurePayment } from '../../../widget/src/define.ts'
import { SecurePayment } from '../../../widget/src/secure-payment.ts'
import { createPreviewController } from '../../../widget/src/views/createPreviewController.ts'
import { FIXTURE_TIME_MS } from '../../../widget/src/views/fixturePayments.ts'
import { fixtureAttributes, fixtures } from '../../../widget/src/views/fixtures.ts'
import { LANGUAGES, nameLanguage } from '../design/design.ts'
import { dress, writeParts } from '../design/dress.ts'
import { readHash } from '../design/hash.ts'

/** The target of the return link, unless a design sets another. */
const RETURN_URL = 'https://shop.example/order/142'

/**
 * Shows the element in every state, or as the query requests: `state`, `theme`, `dir`, `width` and `lang` select one variant. `states`
 * names several states, separated by commas, and `single` shows only the element. A fragment from the design page applies that design to
 * all elements.
 */
const query = new URLSearchParams(location.search)
const controls = document.querySelector<HTMLFormElement>('#controls')
const states = document.querySelector<HTMLElement>('#states')
const { design } = readHash(location.hash, [])
const { mode: _mode, open: _open, ...worn } = design.attributes

// The fixtures render at their own time, so that relative times stay the same.
Date.now = () => FIXTURE_TIME_MS
SecurePayment.controllerFactory = ({ token }) =>
  createPreviewController(fixtures[token] ?? Object.values(fixtures)[0] ?? missing())
defineSecurePayment()

document.documentElement.toggleAttribute('data-single', query.has('single'))
if (location.hash !== '') wearParts()
fillControls()
show()
controls?.addEventListener('change', show)

function fillControls(): void {
  // An element without `lang` follows the page.
  for (const tag of LANGUAGES) control('lang')?.append(new Option(nameLanguage(tag), tag))
  for (const name of ['theme', 'lang'] as const) {
    const select = control(name)
    if (select && worn[name]) select.value = worn[name]
  }
  for (const name of Object.keys(fixtures)) control('state')?.append(new Option(name, name))
  for (const [name, value] of query) {
    const select = control(name)
    if (select) select.value = value
  }
}

function show(): void {
  const theme = control('theme')?.value ?? 'auto'
  const wanted = control('state')?.value
  const root = document.documentElement
  root.dataset['theme'] = theme
  const dir = control('dir')?.value ?? 'auto'
  if (dir === 'auto') root.removeAttribute('dir')
  else root.dir = dir
  root.lang = control('lang')?.value ?? 'en'
  root.style.setProperty('--width', `${control('width')?.value ?? 416}px`)
  const some = query.get('states')?.split(',')
  const names = Object.keys(fixtures).filter((name) =>
    wanted ? name === wanted : (some?.includes(name) ?? true),
  )
  states?.replaceChildren(...names.map((name) => createFigure(name, theme, dir)))
}

function createFigure(name: string, theme: string, dir: string): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  caption.textContent = name
  const element = document.createElement('secure-payment')
  dress(element, { ...design, attributes: { 'return-url': RETURN_URL, ...worn } })
  element.removeAttribute('lang')
  element.setAttribute('token', name)
  element.setAttribute('api-base', location.origin)
  element.setAttribute('pay-url', 'https://pay.example/')
  element.setAttribute('theme', theme)
  for (const [key, value] of Object.entries(fixtureAttributes[name] ?? {})) {
    element.setAttribute(key, value)
  }
  // Each language sets its direction; the override shows the layout in the other direction.
  if (dir === 'ltr' || dir === 'rtl') element.strings = { dir }
  figure.append(caption, element)
  return figure
}

function wearParts(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(writeParts(design))
  document.adoptedStyleSheets = [sheet]
}

function control(name: string): HTMLSelectElement | null {
  const found = controls?.elements.namedItem(name)
  return found instanceof HTMLSelectElement ? found : null
}

function missing(): never {
  throw new Error('There are no fixtures.')
}
