import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { inspectScreen } from './support/inspectScreen.ts'
import { servePages } from './support/servePages.ts'
import { watchProblems } from './support/watchProblems.ts'

const PAGES = join(import.meta.dirname, '../../playground/dist')
/** The design choices of this story, as every framework's code contains them. React's component has properties, not attributes. */
const WRITTEN = [
  'theme="dark"',
  '--sp-radius: 0.5rem;',
  '<div slot="footer">Fragen? hallo&#38;nord</div>',
  'secure-payment::part(card) {',
]

test('A merchant designs a checkout, copies its code, shares it and finds a message', async ({
  page,
  context,
}) => {
  test.slow()
  const problems = await watchProblems(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await using site = await servePages(PAGES)
  await page.goto(`${site.url}/design.html`)
  const preview = page.frameLocator('iframe')
  const element = preview.locator('secure-payment')
  await expect(element).toContainText('Choose a wallet')

  // The element applies each control's value.
  await page.getByLabel('theme', { exact: true }).selectOption('dark')
  await openGroup(page, 'Shop')
  await page.getByLabel('merchant-name', { exact: true }).fill('Kaffee Nord')
  await openGroup(page, 'Corners and lines')
  await page.getByLabel('--sp-radius', { exact: true }).fill('0.5rem')
  await expect(element).toContainText('Kaffee Nord')
  await expect(element).toHaveAttribute('theme', 'dark')
  await expect(element.locator('[part~="card"]')).toHaveCSS('border-top-left-radius', '8px')

  // The page marks the slots and styled parts that this screen does not have, and highlights the focused part.
  await openGroup(page, 'Your own content')
  await page.getByLabel('slot="footer"', { exact: true }).fill('Fragen? hallo&nord')
  await expect(element.getByText('Fragen? hallo&nord')).toBeVisible()
  await openGroup(page, 'Parts, in CSS')
  const card = page.getByLabel('::part(card)', { exact: true })
  await card.fill('border-top-width: 5px')
  await expect(element.locator('[part~="card"]')).toHaveCSS('border-top-width', '5px')
  await expect(element.locator('[part~="card"]')).toHaveCSS('outline-style', 'dashed')
  await card.fill('border-top-width: 5px; color')
  await expect(card).toHaveAttribute('aria-invalid', 'true')
  await card.fill('border-top-width: 5px')
  await expect(page.locator('[data-knob="part.card"]')).not.toContainText('Not on this screen')
  await expect(page.locator('[data-knob="part.receipt"]')).toContainText('Not on this screen')
  await page.getByLabel('State').focus()
  await expect(element.locator('[part~="card"]')).toHaveCSS('outline-style', 'none')
  await page.getByLabel('State').selectOption('review')
  await expect(element).toContainText('Check and pay')

  // The page warns next to a colour with too little contrast.
  const primary = page.getByLabel('--sp-color-primary, light', { exact: true })
  await primary.fill('#eeeeee')
  const knob = page.locator('[data-knob="--sp-color-primary"]')
  await expect(knob.locator('[data-low]').first()).toContainText('too low')
  await page.getByRole('button', { name: 'Reset --sp-color-primary' }).click()
  await expect(knob.locator('[data-low]')).toHaveCount(0)
  await expect(primary).toHaveValue('#17223f')

  // Every framework's code contains the choices, and the button copies exactly the displayed code.
  for (const framework of ['React', 'Vue', 'Svelte', 'Angular', 'HTML']) {
    await page.getByRole('radio', { name: framework }).check({ force: true })
    const code = (await page.locator('.code pre').allTextContents()).join('\n')
    const name = framework === 'React' ? 'merchantName' : 'merchant-name'
    for (const part of [...WRITTEN, `${name}="Kaffee Nord"`])
      expect.soft(code, framework).toContain(part)
    expect.soft(code, framework).not.toContain('--sp-color-primary')
  }
  await page.getByRole('button', { name: 'Copy index.html' }).click()
  await expect(page.getByRole('status')).toHaveText('index.html copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator('.code pre').textContent(),
  )

  // The preview shows a message in another language on the payer's screen.
  const row = page.locator('[data-code="payment_reverted"]')
  const english = (await row.locator('b').textContent()) ?? ''
  await page.getByLabel('lang', { exact: true }).selectOption('de')
  await expect(row.locator('b')).not.toHaveText(english)
  await expect(row).toContainText('fee-only')
  const said = (await row.locator('b').textContent()) ?? ''
  expect(said).not.toBe('')
  await row.getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await expect(element).toHaveAttribute('state', 'failed')
  await expect(element).toContainText(said)

  // The page's URL restores the design.
  const shared = page.url()
  await page.goto('about:blank')
  await page.goto(shared)
  await expect(element).toContainText(said)
  await expect(element).toContainText('Kaffee Nord')
  await expect(page.getByLabel('--sp-radius', { exact: true })).toHaveValue('0.5rem')

  // The last steps cover a reset to the defaults, and the button that opens the dialog.
  await page.getByRole('button', { name: /^Reset all/ }).click()
  await page.getByLabel('State').selectOption('connect')
  await page.getByLabel('mode', { exact: true }).selectOption('button')
  await expect(element.getByRole('button', { name: /^Pay / })).toBeVisible()
  const open = page.getByLabel('open', { exact: true })
  await open.check()
  await expect(element.getByRole('dialog')).toContainText('Choose a wallet')
  await expect(open).toBeChecked()
  await element.getByRole('button', { name: 'Close' }).click()
  await expect(element.getByRole('dialog')).toHaveCount(0)
  await expect(open).not.toBeChecked()
  await page.getByRole('button', { name: /^Reset all/ }).click()
  await expect(element).toContainText('Choose a wallet')

  await inspectScreen(page, 'design')
  expect(problems.found).toEqual([])
})

test('The page with all states applies the design to every state', { tag: '@deep' }, async ({
  page,
  context,
}) => {
  const problems = await watchProblems(context)
  await using site = await servePages(PAGES)
  const choices =
    'merchant-name=Kaffee+Nord&--sp-radius=10px&part.card=border-top-width:5px&theme=dark'
  await page.goto(`${site.url}/design.html#${choices}&mode=modal&preview-state=review`)
  await page.getByRole('link', { name: 'Every state with this design' }).click()
  const elements = page.locator('secure-payment:not([mode="button"])')
  await expect(elements.first()).toContainText('Kaffee Nord')
  await expect.poll(() => elements.count()).toBeGreaterThan(80)
  for (const element of [elements.first(), elements.last()]) {
    await expect(element).toHaveAttribute('theme', 'dark')
    const card = element.locator('[part~="card"]')
    await expect(card).toHaveCSS('border-top-left-radius', '10px')
    await expect(card).toHaveCSS('border-top-width', '5px')
  }
  expect(problems.found).toEqual([])
})

async function openGroup(page: Page, title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click()
}
