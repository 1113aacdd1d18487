import { expect } from '@playwright/test'
import { inspectScreen } from './support/inspectScreen.ts'
import { test } from './support/world.ts'

/** The maximum number of tab stops: more than the site's bar has. */
const MAX_TABS = 10

test('A reader searches the guides with the keyboard, and follows a link to the API reference', async ({
  page,
  world,
}) => {
  const { baseUrl } = world.devnet.json.host
  await page.goto(`${baseUrl}/`)
  await page.getByRole('link', { name: 'Guides' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible()
  await inspectScreen(page, 'index of the guides')

  const search = page.getByRole('button', { name: 'Search' })
  for (let tab = 0; tab < MAX_TABS; tab += 1) {
    await page.keyboard.press('Tab')
    if (await search.evaluate((button) => button === document.activeElement)) break
  }
  await expect(search).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('receive webhooks change the secret')
  const first = page.getByRole('option').first()
  await expect(first).toHaveText(/Receive webhooks.*Change the secret/)
  await inspectScreen(page, 'search of the guides')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${baseUrl}/guides/receive-webhooks#change-the-secret`)
  await expect(page.getByRole('heading', { name: 'Change the secret' })).toBeInViewport()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await inspectScreen(page, 'a guide')

  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { name: 'Secure payments' })).toBeVisible()
  await page.getByRole('link', { name: 'Guides', exact: true }).click()
  await expect(page).toHaveURL(`${baseUrl}/guides/`)
})

test('The colour scheme that a reader chooses applies on the next page too', {
  tag: '@deep',
}, async ({ page, world }) => {
  const { baseUrl } = world.devnet.json.host
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${baseUrl}/guides/`)
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await page.getByRole('switch').first().click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.goto(`${baseUrl}/guides/embed`)
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('A mistyped address leads back to the index', { tag: '@deep' }, async ({
  page,
  problems,
  world,
}) => {
  problems.allow(/404 \(Not Found\)/)
  const { baseUrl } = world.devnet.json.host
  await page.goto(`${baseUrl}/guides/nothing`)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await inspectScreen(page, 'a missing guide')
  await page.getByRole('link', { name: 'All guides' }).click()
  await expect(page).toHaveURL(`${baseUrl}/guides/`)
})

test('Every guide page is accessible in both colour schemes, and does not overflow at 320 px', {
  tag: '@deep',
}, async ({ page, world }) => {
  test.setTimeout(600_000)
  const { baseUrl } = world.devnet.json.host
  await page.goto(`${baseUrl}/guides/`)
  const links = await page
    .locator('main a[href^="/guides/"]')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  const paths = [...new Set(links)]
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths) {
    await page.goto(baseUrl + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await inspectScreen(page, path)
  }
})
