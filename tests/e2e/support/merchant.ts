import { expect, type Locator, type Page } from '@playwright/test'
import { type Sink, startSink } from '@secure-payment/devnet'
import { installWallet, type Wallet } from './installWallet.ts'
import { createStranger, type Payer } from './payer.ts'
import { type SnippetSite, startSnippetSite } from './snippetSite.ts'
import { test as storyTest } from './story.ts'
import { type Problems, watchProblems } from './watchProblems.ts'
import type { World } from './world.ts'

/** A merchant at the console, with a browser, a wallet, a site and a server. */
export type Merchant = {
  page: Page
  /** The receiving address, which nothing else uses. */
  account: Payer
  wallet: Wallet
  problems: Problems
  site: SnippetSite
  /** The receiver of the merchant's webhooks. */
  sink: Sink
  button(label: string | RegExp): Locator
  field(label: string | RegExp): Locator
  dialog: Locator
  /** Opens a screen by its path below `/console/`. */
  open(path?: string): Promise<void>
  /** Opens a screen through the navigation. */
  go(label: string): Promise<void>
  heading(name: string | RegExp): Locator
  /** Presses a button that copies; returns the text once it is in the clipboard. */
  copy(label: string): Promise<string>
  /** Opens a browser without stored data for the same merchant, with the same account in its wallet. */
  openBrowser(): Promise<Merchant>
  signInWithWallet(): Promise<void>
  /** Opens an account with an unused address. */
  register(): Promise<{ email: string; password: string }>
}

/** Chromium logs a line for each call without a session: the console requests its session when it opens. */
const NO_SESSION = /^Failed to load resource: .* 401 \(Unauthorized\)/

/** A story with a merchant at the console. The story fails on an unexpected problem in the merchant's browsers. */
export const test = storyTest.extend<{ merchant: Merchant }>({
  merchant: async ({ browser, world, servers: _until }, use, testInfo) => {
    await using stack = new AsyncDisposableStack()
    const account = createStranger()
    const site = stack.use(await startSnippetSite({ scripts: world.devnet.json.host.payUrl }))
    const sink = stack.use(await startSink())
    const found: Problems[] = []
    const openBrowser = async (): Promise<Merchant> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
      stack.defer(() => context.close())
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const problems = await watchProblems(context)
      problems.allow(NO_SESSION)
      found.push(problems)
      const wallet = await installWallet(context, world, account)
      const page = await context.newPage()
      return createMerchant(world, { page, account, wallet, problems, site, sink, openBrowser })
    }
    const merchant = await openBrowser()
    const { page } = merchant
    await use(merchant)
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = testInfo.outputPath('console.png')
      await page.screenshot({ path })
      await testInfo.attach('console', { path })
    }
    expect(found.flatMap((problems) => problems.found)).toEqual([])
  },
})

export { expect } from '@playwright/test'

type Belongings = Pick<
  Merchant,
  'page' | 'account' | 'wallet' | 'problems' | 'site' | 'sink' | 'openBrowser'
>

function createMerchant({ devnet }: World, belongings: Belongings): Merchant {
  const { page } = belongings
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })
  const open = async (path = ''): Promise<void> => {
    await page.goto(`${devnet.json.host.authUrl}/console/${path}`)
  }
  return {
    ...belongings,
    button,
    heading,
    async copy(label) {
      const read = () => page.evaluate(() => navigator.clipboard.readText())
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await button(label).click()
      await expect.poll(read).not.toBe('')
      return read()
    },
    field: (label) => page.getByLabel(label),
    dialog: page.getByRole('dialog'),
    open,
    go: (name) =>
      page
        .getByRole('navigation', { name: 'Console' })
        .getByRole('link', { name, exact: true })
        .click(),
    async signInWithWallet() {
      if (page.url() === 'about:blank') await open()
      await button('Test wallet').click()
      await expect(page.getByText('wants you to sign in with your Ethereum account')).toBeVisible()
      await button('Sign and continue').click()
      await expect(button('Sign out').first()).toBeVisible()
    },
    async register() {
      if (page.url() === 'about:blank') await open()
      const email = `merchant-${crypto.randomUUID()}@example.test`
      const password = 'correct horse battery staple'
      await button('New here? Create an account').click()
      await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
      await page.getByLabel('Password').fill(password)
      await button('Create account').click()
      await expect(button('Sign out').first()).toBeVisible()
      return { email, password }
    },
  }
}
