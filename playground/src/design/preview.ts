import { defineSecurePayment } from '../../../widget/src/define.ts'
import { SecurePayment } from '../../../widget/src/secure-payment.ts'
import { createPreviewController } from '../../../widget/src/views/createPreviewController.ts'
import { FIXTURE_TIME_MS } from '../../../widget/src/views/fixturePayments.ts'
import { fixtures } from '../../../widget/src/views/fixtures.ts'
import { previewModels } from './catalogue.ts'
import type { Studio } from './design.ts'
import { dress, writeParts } from './dress.ts'
import { readHash } from './hash.ts'
import { ASK_EVENT, POINT_EVENT, SHOWN_EVENT } from './previewEvents.ts'

/**
 * The page in the studio's frame: shows the element that the fragment of the page's address describes, and follows changes to the fragment.
 */
const stage = document.querySelector<HTMLElement>('#stage')
const hint = document.querySelector<HTMLElement>('#hint')
/** The inputs that an element needs to show a payment. */
const NEEDED: Readonly<Record<string, string>> = {
  token: '01KB4ZJ3V9T6QW8XY2NMC5D7EF',
  'api-base': location.origin,
}
let model = fixtures['connect']
let controller: ReturnType<typeof createPreviewController> | null = null

// The fixtures render at their own time, so that relative times stay the same.
Date.now = () => FIXTURE_TIME_MS
SecurePayment.controllerFactory = () => {
  if (!model) throw new Error('There are no fixtures.')
  controller = createPreviewController(model)
  return controller
}
defineSecurePayment()

const element = document.createElement('secure-payment')
/** The design's parts, and the highlighted part. */
const partSheet = new CSSStyleSheet()
const pointer = new CSSStyleSheet()
document.adoptedStyleSheets = [partSheet, pointer]
follow()
stage?.append(element)
addEventListener('hashchange', follow)
addEventListener(POINT_EVENT, ({ detail }) => {
  const line = '2px dashed light-dark(#c2185b, #ff8ab5) !important'
  pointer.replaceSync(detail ? `secure-payment::part(${detail}) { outline: ${line} }` : '')
})
hint?.querySelector('button')?.addEventListener('click', () => element.show())
addEventListener(ASK_EVENT, tellShown)
if (element.shadowRoot) {
  const options = { childList: true, subtree: true, attributeFilter: ['part', 'open'] }
  new MutationObserver(tellShown).observe(element.shadowRoot, options)
}

function follow(): void {
  const studio = readHash(location.hash, Object.keys(previewModels))
  dressPage(studio)
  model = previewModels[studio.preview.state] ?? model
  if (model && controller?.model !== model) controller?.show(model)
  dressElement(studio)
}

function dressPage({ design: { attributes }, preview }: Studio): void {
  const root = document.documentElement
  root.dataset['theme'] = attributes['theme'] ?? 'auto'
  root.lang = attributes['lang'] ?? 'en'
  if (preview.dir === 'auto') root.removeAttribute('dir')
  else root.dir = preview.dir
  if (hint) hint.hidden = attributes['mode'] !== 'modal'
}

function dressElement({ design, preview: { dir } }: Studio): void {
  dress(element, { ...design, attributes: { ...NEEDED, ...design.attributes } })
  partSheet.replaceSync(writeParts(design))
  // Each language sets its direction; the override shows the layout in the other direction.
  element.strings = dir === 'auto' ? null : { dir }
}

/** Reports the parts and slots that are on the screen now. */
function tellShown(): void {
  const found = [...(element.shadowRoot?.querySelectorAll('[part], slot[name]') ?? [])].filter(
    (each) => each.closest('dialog:not([open])') === null,
  )
  const keys = found.flatMap((each) => {
    if (each instanceof HTMLSlotElement) return [`slot.${each.name}`]
    return [...each.part].map((part) => `part.${part}`)
  })
  dispatchEvent(new CustomEvent(SHOWN_EVENT, { detail: [...new Set(keys)] }))
}
