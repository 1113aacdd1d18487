import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import type { World } from './support/world.ts'

/** The maximum number of tab stops: more than any screen has. */
const MAX_TABS = 40

test('An ended session leads to the sign-in with a note, and signing in leads back to the same screen', async ({
  merchant,
  world,
}) => {
  const { page: desk } = merchant
  await merchant.signInWithWallet()
  await merchant.go('Webhooks')
  await expect(merchant.heading('No endpoint yet')).toBeVisible()
  await endSessionBefore(merchant, world, { method: 'GET', pathname: '/v1/api-keys' })
  await merchant.go('API keys')
  await expect(desk.getByText('Your session has ended.')).toBeVisible()
  await expect(merchant.heading('Sign in')).toBeFocused()
  await inspectScreen(desk, 'ended session')

  await merchant.signInWithWallet()
  await expect(merchant.heading('No API key yet')).toBeVisible()
  expect(new URL(desk.url()).pathname).toBe('/console/api-keys')
})

test('A change after the session has ended has no effect, and leads to the sign-in', async ({
  merchant,
  world,
}) => {
  const { page: desk } = merchant
  const { email, password } = await merchant.register()
  await merchant.go('Account')
  await endSessionBefore(merchant, world, { method: 'PUT', pathname: '/v1/tenant' })
  await merchant.field('Business name').fill('North & Bean')
  await merchant.button('Save name').click()
  await expect(desk.getByText('Your session has ended.')).toBeVisible()
  await expect(merchant.heading(/^Account$/)).toHaveCount(0)

  await desk.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await merchant.field('Password').fill(password)
  await merchant.button(/^Sign in$/).click()
  await expect(merchant.heading(/^Account$/)).toBeVisible()
  await expect(merchant.field('Business name')).toHaveValue('')
})

test('Signing out ends the session on the service too', { tag: '@deep' }, async ({
  merchant,
  world,
}) => {
  const { page: desk } = merchant
  await merchant.signInWithWallet()
  const cookies = await desk.context().cookies()
  expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
    { name: 'session', httpOnly: true, sameSite: 'Lax' },
  ])
  await merchant.button('Sign out').first().click()
  await expect(desk.getByText('You are signed out.')).toBeVisible()
  const answer = await fetch(`${world.devnet.json.host.authUrl}/v1/auth/session`, {
    headers: { cookie: `session=${cookies[0]?.value}` },
  })
  expect(answer.status).toBe(401)
})

test('The sign-in reports a wallet that declines, is busy or is locked, and the merchant can retry', {
  tag: '@deep',
}, async ({ merchant }) => {
  const { page: desk, wallet } = merchant
  await merchant.open()
  await wallet.setMode('reject')
  await merchant.button('Test wallet').click()
  await expect(desk.getByText('You declined in your wallet.')).toBeVisible()
  await inspectScreen(desk, 'declined sign-in')
  await wallet.setMode('busy')
  await merchant.button('Test wallet').click()
  await expect(desk.getByText('Your wallet already has an open request.')).toBeVisible()
  await wallet.setMode('lock')
  await merchant.button('Test wallet').click()
  await expect(desk.getByText('Your wallet is locked')).toBeVisible()

  await wallet.setMode('accept')
  await merchant.button('Test wallet').click()
  await expect(merchant.heading('Check what you sign')).toBeFocused()
  await inspectScreen(desk, 'message to sign')
  await wallet.setMode('reject')
  await merchant.button('Sign and continue').click()
  await expect(desk.getByText('You declined in your wallet.')).toBeVisible()
  expect(wallet.count('personal_sign')).toBe(1)
  await wallet.setMode('accept')
  await merchant.signInWithWallet()
})

test('The console explains wrong credentials and an e-mail address that is already in use', {
  tag: '@deep',
}, async ({ merchant }) => {
  const { page: desk } = merchant
  const { email, password } = await merchant.register()
  await merchant.button('Sign out').first().click()
  merchant.problems.allow(/409 \(Conflict\)/)
  await desk.getByRole('textbox', { name: 'E-mail' }).fill(email.toUpperCase())
  await merchant.field('Password').fill('not the password')
  await merchant.button(/^Sign in$/).click()
  await expect(desk.getByText('Wrong e-mail or password.')).toBeVisible()
  await merchant.button('New here? Create an account').click()
  await merchant.button('Create account').click()
  await expect(desk.getByText('An account with this e-mail already exists.')).toBeVisible()
  await merchant.button('Have an account? Sign in').click()
  await merchant.field('Password').fill(password)
  await merchant.button(/^Sign in$/).click()
  await expect(desk.getByText('0 of 5 done')).toBeVisible()

  await merchant.go('Account')
  await inspectScreen(desk, 'account')
  const current = desk.getByRole('textbox', { name: 'Current password', exact: true })
  await current.fill('not the password')
  await merchant.field('New password').fill('another horse battery staple')
  await merchant.button('Change password').click()
  await expect(desk.getByText('This is not your current password.')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(password)
  await merchant.button('Change password').click()
  await expect(desk.getByText('Password changed.')).toBeVisible()
})

test('A merchant signs in and creates an API key with only the keyboard', async ({ merchant }) => {
  const { page: desk } = merchant
  await merchant.open()
  await press(merchant, 'Test wallet')
  await expect(merchant.heading('Check what you sign')).toBeFocused()
  await press(merchant, 'Sign and continue')
  await expect(merchant.heading('Home')).toBeFocused()
  await desk.keyboard.press('Shift+Tab')
  await press(merchant, 'API keys')
  await expect(merchant.heading('API keys')).toBeFocused()
  await press(merchant, 'Create API key')
  await expect(merchant.heading('New API key')).toBeFocused()
  await tabTo(merchant, 'Label')
  await desk.keyboard.type('Order service')
  await desk.keyboard.press('Enter')
  await expect(merchant.heading('Your new API key')).toBeFocused()
  await press(merchant, 'I stored it')
  await expect(merchant.button('Create API key')).toBeFocused()
})

test('On a phone, the navigation opens from a menu and leads to a screen', {
  tag: '@deep',
}, async ({ merchant }) => {
  const { page: desk } = merchant
  await merchant.register()
  await desk.setViewportSize({ width: 390, height: 800 })
  await merchant.button('Menu').click()
  await inspectScreen(desk, 'menu')
  await desk.setViewportSize({ width: 390, height: 800 })
  await merchant.go('Webhooks')
  await expect(merchant.heading('Webhooks')).toBeFocused()
  await expect(desk.getByRole('navigation')).toBeHidden()
})

/** Tabs to a control and presses it. */
async function press(merchant: Merchant, label: string): Promise<void> {
  await tabTo(merchant, label)
  await merchant.page.keyboard.press('Enter')
}

/** Presses Tab until the element with this label or text has the focus. */
async function tabTo({ page }: Merchant, label: string): Promise<void> {
  const seen: string[] = []
  for (let count = 0; count < MAX_TABS; count++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(describeFocus)
    if (focused.includes(label)) return
    seen.push(focused)
  }
  throw new Error(`Tab does not reach "${label}", only: ${seen.join(' | ')}`)
}

/** Runs in the page: returns the label or text of the innermost focused element. */
function describeFocus(): string {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const text = [
    element?.getAttribute('aria-label'),
    element?.textContent,
    ...labels.map((label) => label.textContent),
  ]
  return text.join(' ').replace(/\s+/g, ' ').trim()
}

/**
 * Ends the session on the service while the next matching call is in flight. If the session ended earlier, the console's own background
 * calls could lead to the sign-in first.
 */
async function endSessionBefore(
  { page }: Merchant,
  { devnet }: World,
  call: { method: string; pathname: string },
): Promise<void> {
  const origin = devnet.json.host.authUrl
  let hasEnded = false
  await page.route(
    (url) => url.pathname === call.pathname,
    async (route) => {
      if (route.request().method() === call.method && !hasEnded) {
        hasEnded = true
        const [session] = await page.context().cookies()
        const cookie = `session=${session?.value}`
        const { status } = await fetch(`${origin}/v1/auth/logout`, {
          method: 'POST',
          headers: { cookie, origin },
        })
        expect(status).toBe(200)
      }
      await route.continue()
    },
  )
}
