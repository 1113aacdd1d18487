import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { inspectScreen } from './support/inspectScreen.ts'
import { servePages } from './support/servePages.ts'
import { watchProblems } from './support/watchProblems.ts'

const PAGES = join(import.meta.dirname, '../../playground/dist')
/** What each framework's code has of the choices below. */
const WRITTEN = ['theme="dark"', 'merchant-name="Kaffee Nord"', '--sp-radius: 0.5rem;']

test('a checkout is designed, looked at, copied, shared, and every message is found', async ({
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

  // Knobs, and the element follows.
  await page.getByLabel('theme', { exact: true }).selectOption('dark')
  await openGroup(page, 'Shop')
  await page.getByLabel('merchant-name', { exact: true }).fill('Kaffee Nord')
  await openGroup(page, 'Corners and lines')
  await page.getByLabel('--sp-radius', { exact: true }).fill('0.5rem')
  await expect(element).toContainText('Kaffee Nord')
  await expect(element).toHaveAttribute('theme', 'dark')
  await expect(element.locator('[part~="card"]')).toHaveCSS('border-top-left-radius', '8px')
  await page.getByLabel('State').selectOption('review')
  await expect(element).toContainText('Check and pay')

  // A colour that cannot be read is said to be so, beside it.
  const primary = page.getByLabel('--sp-color-primary, light', { exact: true })
  await primary.fill('#eeeeee')
  const knob = page.locator('[data-knob="--sp-color-primary"]')
  await expect(knob.locator('[data-low]').first()).toContainText('too low')
  await page.getByRole('button', { name: 'Reset --sp-color-primary' }).click()
  await expect(knob.locator('[data-low]')).toHaveCount(0)
  await expect(primary).toHaveValue('#17223f')

  // The code has the choices in every framework, and what is copied is what is shown.
  for (const framework of ['React', 'Vue', 'Svelte', 'Angular', 'HTML']) {
    await page.getByRole('radio', { name: framework }).check({ force: true })
    const code = (await page.locator('.code pre').allTextContents()).join('\n')
    for (const part of WRITTEN) expect.soft(code, framework).toContain(part)
    expect.soft(code, framework).not.toContain('--sp-color-primary')
  }
  await page.getByRole('button', { name: 'Copy index.html' }).click()
  await expect(page.getByRole('status')).toHaveText('index.html copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator('.code pre').textContent(),
  )

  // A message in another language, shown where the payer reads it.
  const row = page.locator('[data-code="payment_reverted"]')
  const english = (await row.locator('b').textContent()) ?? ''
  await page.getByLabel('lang', { exact: true }).selectOption('de')
  await expect(row.locator('b')).not.toHaveText(english)
  await expect(row).toContainText('fee-only')
  const said = (await row.locator('b').textContent()) ?? ''
  expect(said).not.toBe('')
  await row.getByRole('button').click()
  await expect(element).toHaveAttribute('state', 'failed')
  await expect(element).toContainText(said)

  // The address brings all of it back.
  const shared = page.url()
  await page.goto('about:blank')
  await page.goto(shared)
  await expect(element).toContainText(said)
  await expect(element).toContainText('Kaffee Nord')
  await expect(page.getByLabel('--sp-radius', { exact: true })).toHaveValue('0.5rem')

  // The button that opens the dialog, and everything as it was.
  await page.getByRole('button', { name: /^Reset all/ }).click()
  await page.getByLabel('State').selectOption('connect')
  await page.getByLabel('mode', { exact: true }).selectOption('button')
  await expect(element.getByRole('button', { name: /^Pay / })).toBeVisible()
  await page.getByRole('button', { name: /^Reset all/ }).click()
  await expect(element).toContainText('Choose a wallet')

  await inspectScreen(page, 'design')
  expect(problems.found).toEqual([])
})

async function openGroup(page: Page, title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click()
}
