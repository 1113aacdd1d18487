import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ReceivedInvitation } from '../../api.ts'
import { formatRoute } from '../../routes.ts'
import {
  type Answer,
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const { serve, calls } = prepareConsole()
const { signIn, rights } = en
const TOKEN = `inv_${'a'.repeat(43)}`
const INVITATION = '/v1/auth/invitation'

const received: ReceivedInvitation = {
  opens: 'member',
  role: 'finance',
  merchantName: 'North & Bean',
  merchantDomain: 'north-bean.example',
  invitedBy: 'ana@example.test',
  boundTo: null,
  expiresAt: '2030-01-04T09:00:00.000Z',
}

const mainText = () => find('main').map(textOf).join()
const titles = () => find('h1').map(textOf)
const headings = () => find('h2').map(textOf)

/** Opens an invitation link. The service responds to the invitation call with `answer`, or does not respond (`never`). */
async function open(answer: Answer | 'never'): Promise<void> {
  serve((path) =>
    path === INVITATION ? answer : { status: 401, body: problem('missing_credential', 401) },
  )
  const path = `${formatRoute({ name: 'start' })}#invitation=${TOKEN}`
  await mountConsole({ name: 'start' }, { path })
}

const openReceived = async (facts: Partial<ReceivedInvitation> = {}) => {
  await open({ status: 200, body: { ...received, ...facts } })
  await expect.poll(headings).toContain(signIn.withEmail)
}

describe('The sign-in with an invitation', () => {
  test('the sign-in names the merchant, its domain, the role, the inviting member and the expiry, and passes axe', async () => {
    await openReceived()
    expect(titles()).toEqual(['Join North & Bean'])
    expect(headings()).toEqual(['North & Bean invites you', signIn.withWallet, signIn.withEmail])
    for (const shown of [
      'north-bean.example',
      rights.roles.finance,
      rights.roleHints.finance,
      'ana@example.test',
      '2030',
      signIn.invited.how.anyone,
    ]) {
      expect(mainText()).toContain(shown)
    }
    expect(calls.filter(({ url }) => url.pathname === INVITATION).map(({ body }) => body)).toEqual([
      { invitation: TOKEN },
    ])
    await inspectConsole()
  })

  test('an invitation for an e-mail address offers only e-mail', async () => {
    await openReceived({ boundTo: 'email' })
    expect(headings().slice(1)).toEqual([signIn.withEmail])
    expect(mainText()).toContain(signIn.invited.how.email)
  })

  test('an invitation for a wallet offers only a wallet', async () => {
    await open({ status: 200, body: { ...received, boundTo: 'wallet' } })
    await expect.poll(headings).toContain(signIn.withWallet)
    expect(headings().slice(1)).toEqual([signIn.withWallet])
    expect(mainText()).toContain(signIn.invited.how.wallet)
  })

  test('a merchant without a name or a verified domain is described as such', async () => {
    await openReceived({ merchantName: '', merchantDomain: null, invitedBy: null })
    expect(titles()).toEqual([signIn.invited.joinUnnamed])
    expect(headings()[0]).toBe(signIn.invited.byUnnamed)
    expect(mainText()).toContain(signIn.invited.noDomain)
    expect(mainText()).not.toContain(signIn.invited.inviter)
  })

  test('an invitation from the operator names the operator, but no role or domain', async () => {
    await openReceived({ opens: 'merchant', role: null, merchantName: null, merchantDomain: null })
    expect(titles()).toEqual([signIn.invited.openAccount])
    expect(headings()[0]).toBe(signIn.invited.byOperator)
    expect(mainText()).toContain(signIn.invited.toOpen)
    expect(mainText()).not.toContain(signIn.invited.domain)
  })

  test('the sign-in offers no way to sign in before it has read the invitation', async () => {
    await open('never')
    await expect.poll(() => calls.some(({ url }) => url.pathname === INVITATION)).toBe(true)
    await expect.poll(() => find('[aria-busy]').length).toBe(1)
    expect(headings()).toEqual([])
  })

  test('an invalid invitation shows an error, and members can still sign in', async () => {
    await open({ status: 403, body: problem('invitation_refused', 403) })
    await expect.poll(headings).toContain(signIn.withEmail)
    expect(mainText()).toContain(en.errors.invitation_refused)
    await expect
      .element(page.getByRole('button', { name: signIn.signInButton, exact: true }))
      .toBeVisible()
    await inspectConsole()
  })

  test('an invitation that could not be read has a button to retry', async () => {
    await open({ status: 500, body: problem('internal', 500) })
    await expect.poll(() => find('.retry button').length).toBe(1)
    expect(headings()).toEqual([])
    serve(() => ({ status: 200, body: received }))
    await page.getByRole('button', { name: en.common.retry }).click()
    await expect.poll(headings).toContain(signIn.withWallet)
  })

  test('the sign-in after the session that accepted the invitation begins without it', async () => {
    let isSignedIn = false
    const missing = { status: 401, body: problem('missing_credential', 401) }
    serve((path) => {
      if (path === INVITATION) return { status: 200, body: received }
      if (path === '/v1/auth/register') {
        isSignedIn = true
        return { status: 201, body: accountSession }
      }
      if (path === '/v1/auth/logout') isSignedIn = false
      if (!isSignedIn) return missing
      return { status: 200, body: path === '/v1/auth/session' ? accountSession : [] }
    })
    const path = `${formatRoute({ name: 'clientIds' })}#invitation=${TOKEN}`
    await mountConsole({ name: 'clientIds' }, { path })
    await page.getByRole('textbox', { name: signIn.email }).fill('ben@example.test')
    await page.getByLabelText(signIn.password).fill('correct horse battery staple')
    await page.getByRole('button', { name: signIn.register }).click()
    await page.getByRole('button', { name: en.common.signOut }).first().click()
    await expect.poll(mainText).toContain(signIn.signedOut)
    expect(headings()).not.toContain('North & Bean invites you')
    expect(calls.filter(({ url }) => url.pathname === INVITATION)).toHaveLength(1)
  })
})
