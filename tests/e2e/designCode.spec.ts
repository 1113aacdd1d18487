import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  createPreviewFetch,
  PREVIEW_TOKEN,
} from '../../console/src/views/branding/createPreview.ts'
import { type Design, UNCHANGED } from '../../playground/src/design/design.ts'
import { type Knob, knobs, writeChoice } from '../../playground/src/design/knobs.ts'
import { FRAMEWORKS, type Framework, writeCode } from '../../playground/src/design/writeCode.ts'
import { buildCodeShop } from './support/codeShop.ts'
import { servePages } from './support/servePages.ts'
import { watchProblems } from './support/watchProblems.ts'

const CDN = join(import.meta.dirname, '../../widget/dist/cdn')
const SERVICE = 'https://pay.example'
/** The path of the element's build on a service; each release has a folder there. */
const WIDGET = '/widget/'
/** The order's data from the shop's server; the HTML sample names the same service. */
const ORDER = {
  token: PREVIEW_TOKEN,
  apiBase: SERVICE,
  clientId: 'cli_example',
  payUrl: `${SERVICE}/`,
  hostedUrl: `${SERVICE}/?token=${PREVIEW_TOKEN}`,
}
/** Text that each of the five frameworks misinterprets unless it is escaped. */
const HOSTILE = ['North & "Bean" <b> {{x}} {y} @if (z) `$', "{1}` &amp; 's"].join('')

for (const framework of FRAMEWORKS) {
  test(`The design page’s code for ${framework} builds and runs with every setting changed`, {
    tag: '@deep',
  }, async ({ page, context }) => {
    const problems = await watchProblems(context)
    const design = knobs.filter(isTurned).reduce(turn, UNCHANGED.design)
    await answerAsService(page)
    await using site = await openShop(page, framework, design)
    await page.goto(site.url)

    const payment = page.locator('secure-payment')
    await expect(payment).toHaveAttribute('state', 'connect')
    for (const { found, expected, name } of await readProperties(page, design)) {
      expect.soft(found, name).toBe(expected)
    }
    for (const { found, expected, name } of await readVariables(page, design)) {
      expect.soft(found, name).toBe(expected)
    }
    const look = await readLook(page)
    expect(look.spacing).toBe('0.5px')
    const { default: link, ...slots } = design.slots
    expect(look.link).toBe(link)
    expect(look.slots).toEqual(slots)

    if (framework !== 'HTML') {
      await payment.evaluate((element) => element.dispatchEvent(new CustomEvent('sp-success')))
      await expect(page).toHaveTitle('Paid')
    }
    expect(problems.found).toEqual([])
  })
}

/** Lists the settings, except the order's data and the choices that hide the card. */
function isTurned({ key }: Knob): boolean {
  return !/^(token|api-base|client-id|pay-url|mode|open|slot\.trigger)$/.test(key)
}

function turn(design: Design, knob: Knob): Design {
  const turned = writeChoice(design, knob, valueFor(knob))
  expect(turned, `A choice of ${knob.key}`).not.toEqual(design)
  return turned
}

function valueFor({ kind, key, input, fallback }: Knob): string {
  if (kind === 'slot') return `${key}: ${HOSTILE}`
  switch (input.type) {
    case 'flag':
      return ''
    case 'number':
      return '3'
    case 'choice':
      return input.choices.findLast((choice) => choice !== fallback) ?? ''
    case 'colour':
      return key.includes('on-') ? 'light-dark(#ffffff, #001020)' : 'light-dark(#102030, #e0f0ff)'
    case 'length':
      return `${input.max}${input.unit}`
    case 'declarations':
      return 'letter-spacing: 0.5px'
    case 'text':
      return VALUES[key] ?? HOSTILE
    default:
      return input satisfies never
  }
}

/** Valid values for the text settings that the element validates. */
const VALUES: Readonly<Record<string, string>> = {
  '--sp-font-family': "'Inter', serif",
  '--sp-font-family-mono': "'Iosevka', monospace",
  '--sp-shadow': '0 1px 2px rgb(0 0 0 / 20%)',
  'merchant-logo': 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  'return-url': 'https://shop.example/order?a=1&b=2',
}

async function answerAsService(page: Page): Promise<void> {
  const answer = createPreviewFetch(
    'North',
    { colours: NO_COLOURS, logoUrl: null, termsUrl: '', privacyUrl: '' },
    Date.now(),
  )
  await page.route(`${SERVICE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const headers = { 'access-control-allow-origin': '*' }
    if (pathname.startsWith(WIDGET)) {
      const body = await readFile(join(CDN, pathname.slice(WIDGET.length)))
      await route.fulfill({ body, contentType: 'text/javascript', headers })
      return
    }
    const body = await (await answer(SERVICE)).text()
    await route.fulfill({ body, contentType: 'application/json', headers })
  })
  await page.route('**/api/orders', (route) => route.fulfill({ json: ORDER, status: 201 }))
}

const NO_COLOURS = {
  pageBackgroundColor: null,
  cardBackgroundColor: null,
  primaryActionColor: null,
  primaryTextColor: null,
  secondaryTextColor: null,
}

/** Opens a page with the code: HTML is pasted into a body, and a framework's code is built. */
async function openShop(
  page: Page,
  framework: Framework,
  design: Design,
): Promise<AsyncDisposable & { url: string }> {
  const files = writeCode(design, framework)
  if (framework !== 'HTML') {
    await using resources = new AsyncDisposableStack()
    const shop = resources.use(await buildCodeShop(framework, files))
    const site = resources.use(await servePages(shop.dist))
    const kept = resources.move()
    return { url: `${site.url}/index.html`, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  }
  // The sample shortens its ids for readability; the shop's server would insert complete ids.
  const sample = files[0]?.text ?? ''
  const markup = sample.replaceAll('01KB4Z…', PREVIEW_TOKEN).replaceAll('cli_…', ORDER.clientId)
  const url = 'https://shop.example/checkout'
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"></head><body>${markup}</body></html>`
  await page.route(url, (route) => route.fulfill({ body, contentType: 'text/html' }))
  return { url, async [Symbol.asyncDispose]() {} }
}

/**
 * Returns each attribute's property from the generated code, next to the same property of an element that
 * has the attribute itself.
 */
function readProperties(page: Page, { attributes }: Design) {
  return page.locator('secure-payment').evaluate((element, given) => {
    const other = document.createElement('secure-payment')
    for (const [name, value] of Object.entries(given)) other.setAttribute(name, value)
    return Object.keys(given).map((name) => {
      const key = name.replace(/-./g, (part) => part.slice(1).toUpperCase())
      return { name, found: Reflect.get(element, key), expected: Reflect.get(other, key) }
    })
  }, attributes)
}

/**
 * Returns each variable's computed value, next to the value computed for an element with the chosen value
 * itself.
 */
function readVariables(page: Page, { variables, attributes }: Design) {
  const used: Record<string, string> = Object.fromEntries(
    Object.keys(variables).map((name) => [
      name,
      USES.find(([part]) => part.test(name))?.[1] ?? 'width',
    ]),
  )
  return page.locator('secure-payment').evaluate(
    (element: HTMLElementTagNameMap['secure-payment'], given) => {
      const other = document.createElement('secure-payment')
      other.setAttribute('theme', given.theme)
      for (const [name, value] of Object.entries(given.variables))
        other.style.setProperty(name, value)
      document.body.append(other)
      const read = (host: HTMLElement, name: string): string => {
        const property = given.used[name] ?? ''
        host.style.setProperty(property, `var(${name})`)
        const found = getComputedStyle(host).getPropertyValue(property)
        host.style.removeProperty(property)
        return found
      }
      const found = Object.keys(given.variables).map((name) => ({
        name,
        found: read(element, name),
        expected: read(other, name),
      }))
      other.remove()
      return found
    },
    { variables, used, theme: attributes['theme'] ?? 'auto' },
  )
}

/** Properties that show how the browser interprets a variable's value. */
const USES: readonly (readonly [RegExp, string])[] = [
  [/color|backdrop/, 'color'],
  [/family/, 'font-family'],
  [/line-height/, 'line-height'],
  [/shadow/, 'box-shadow'],
  [/transition/, 'transition-duration'],
  [/./, 'outline-offset'],
]

function readLook(page: Page) {
  return page.locator('secure-payment').evaluate((element) => {
    const card = element.shadowRoot?.querySelector('[part~="card"]')
    const children = [...element.children]
    const link = children.find(({ slot }) => slot === '')
    return {
      spacing: card ? getComputedStyle(card).letterSpacing : null,
      link: link?.textContent,
      slots: Object.fromEntries(
        children.flatMap(({ slot, textContent }) => (slot === '' ? [] : [[slot, textContent]])),
      ),
    }
  })
}
