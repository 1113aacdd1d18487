import { describe, expect, test } from 'vitest'
import type { ApiKeyRecord, InvitationRecord, MemberRecord, Session } from '../../api.ts'
import {
  type Answer,
  accountSession,
  type Call,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const { members, invitation, rights, apiKeys } = en
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const URL_ONCE = 'https://auth.example.test/console/#invitation=inv_q8ZtV3nL0xYc5RbK2mX9'

/** Returns a session for a role, with its rights from the service's table. */
function sessionOf(role: Session['role'], scopes: Session['scopes']): Session {
  return { ...accountSession, role, scopes }
}

const OWNER = accountSession
const ADMIN = sessionOf('admin', accountSession.scopes)
const DEVELOPER = sessionOf('developer', ['read', 'create', 'manage'])
const READER = sessionOf('read-only', ['read'])

function member(patch: Partial<MemberRecord>): MemberRecord {
  return {
    id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
    kind: 'account',
    role: 'finance',
    address: null,
    walletType: null,
    email: 'ben@example.test',
    createdAt: '2026-11-01T09:00:00.000Z',
    lastSignInAt: null,
    payeeDestinationIds: [],
    payeeDestinations: [],
    ...patch,
  }
}

const OWN = member({ id: '01KB4W3F6V3M2N5P7R9T0W1X2A', role: 'owner', email: 'ana@example.test' })
const LINK: InvitationRecord = {
  id: '01KB4Z3F6V3M2N5P7R9T0W1X2Y',
  createdAt: '2026-11-27T09:00:00.000Z',
  expiresAt: '2030-11-30T09:00:00.000Z',
  invitedBy: null,
  opens: 'member',
  role: 'developer',
  wallet: null,
  email: null,
}
const KEY: ApiKeyRecord = {
  id: '01KB4V3F6V3M2N5P7R9T0W1X2Y',
  label: 'Web shop server',
  prefix: 'sk_7Qd2mX',
  status: 'active',
  scopes: ['read', 'create'],
  expiresAt: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  createdBy: null,
  lastUsedAt: '2026-11-27T09:00:00.000Z',
}

const NO_PASSKEYS = { passkeys: [], isSecondFactor: false, recoveryCodesLeft: 0 }
const { serve, calls } = prepareConsole()

/** Serves a session, with two members and one link; `change` responds to every change. */
function answer(
  session: Session,
  change: (call: Call) => Answer = () => ({ status: 200, body: { success: true } }),
  links: readonly InvitationRecord[] = [LINK],
): void {
  serve((path, call) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/auth/passkeys') return { status: 200, body: NO_PASSKEYS }
    if (call.method !== 'GET') return change(call)
    if (path === '/v1/members') return { status: 200, body: [OWN, member({})] }
    if (path === '/v1/invitations') return { status: 200, body: links }
    if (path === '/v1/api-keys') return { status: 200, body: [KEY] }
    return { status: 200, body: [] }
  })
}

const openAccount = () => mountConsole({ name: 'account' })
const records = () => find('#members-title, .record').map(textOf)
const buttons = () =>
  find('button').map((one) => one.getAttribute('aria-label') ?? textOf(one).trim())
const titles = () => find('h3').map((one) => textOf(one).trim())
const changes = () => calls.filter(({ method }) => method !== 'GET')

describe('An account’s members', () => {
  test('an account’s members are shown with their roles, and an owner changes another member’s role', async () => {
    answer(OWNER)
    await openAccount()
    await expect.poll(() => records().join()).toContain(rights.roles.finance)
    expect(records().join()).toContain(rights.roles.owner)
    await inspectConsole()
    press(`${members.changeRole}: ben@example.test`)
    await expect.poll(() => find('dialog [name="role"]').length).toBe(5)
    await inspectConsole()
    choose('admin')
    pressIn('dialog', members.saveRole)
    await expect.poll(() => find('.announcement').map(textOf).join()).toContain(members.roleSaved)
    const [sent] = changes()
    expect(sent?.method).toBe('PATCH')
    expect(sent?.url.pathname).toBe(`/v1/members/${member({}).id}`)
    expect(sent?.body).toEqual({ role: 'admin' })
  })

  test('an admin cannot change an owner, nor make a member an owner', async () => {
    answer(ADMIN)
    await openAccount()
    await expect.poll(buttons).toContain(`${members.changeRole}: ben@example.test`)
    expect(buttons()).not.toContain(`${members.changeRole}: ana@example.test`)
    press(`${members.changeRole}: ben@example.test`)
    await expect.poll(() => find('dialog [name="role"]').length).toBe(4)
    expect(find('dialog').map(textOf).join()).not.toContain(rights.roleHints.owner)
  })

  test.each([
    ['last_owner', 409, en.errors.last_owner],
    ['owner_only', 403, en.errors.owner_only],
    ['scope_missing', 403, rights.missing(rights.scopes.team)],
  ] as const)(
    'an account’s members keep their role when the service returns %s',
    async (code, status, message) => {
      answer(OWNER, () => ({ status, body: problem(code, status, { scope: 'team' }) }))
      await openAccount()
      await expect.poll(buttons).toContain(`${members.changeRole}: ana@example.test`)
      press(`${members.changeRole}: ana@example.test`)
      await expect.poll(() => find('dialog[open]').length).toBe(1)
      choose('finance')
      pressIn('dialog', members.saveRole)
      await expect.poll(() => find('dialog [role="alert"]').map(textOf).join()).toContain(message)
      await inspectConsole()
    },
  )

  test('a new member is invited in a role, and the link is shown once', async () => {
    answer(OWNER, () => ({ status: 201, body: { ...LINK, url: URL_ONCE } }))
    await openAccount()
    await expect.poll(buttons).toContain(invitation.member.create)
    choose('developer')
    press(invitation.member.create)
    await expect.poll(() => find('.secret').map(textOf).join()).toContain(URL_ONCE)
    expect(changes().map(({ body }) => body)).toEqual([{ role: 'developer' }])
    expect(titles()).toContain(invitation.inRole(rights.roles.developer))
    // The form selects the role with the fewest rights for the next link.
    const chosen = () => find('[name="role"]').filter((one) => Reflect.get(one, 'checked'))
    await expect.poll(() => chosen().map((one) => Reflect.get(one, 'value'))).toEqual(['read-only'])
    expect(records().join()).toContain(rights.roles.developer)
    await inspectConsole()
  })

  test.each([
    ['ben@example.test', { email: 'ben@example.test' }, true],
    [WALLET, { wallet: WALLET }, false],
  ] as const)('the invitation for %s names only this address', async (guest, bound, isSent) => {
    answer(OWNER, () => ({ status: 201, body: { ...LINK, url: URL_ONCE, isSent } }), [
      { ...LINK, ...bound },
    ])
    await openAccount()
    await expect.poll(buttons).toContain(invitation.member.create)
    await expect.poll(() => records().join()).toContain(invitation.isFor(guest))
    fill('guest', guest)
    press(invitation.member.create)
    await expect.poll(() => find('.secret').map(textOf).join()).toContain(URL_ONCE)
    expect(changes().map(({ body }) => body)).toEqual([{ role: 'read-only', ...bound }])
    expect(titles()).toContain(invitation.guestInRole(guest, rights.roles['read-only']))
    // The form is empty again, so that the next link does not reuse this address.
    expect(find('[name="guest"]').map((one) => Reflect.get(one, 'value'))).toEqual([''])
    const told = find('section p').map(textOf).join()
    if (isSent) expect(told).toContain(invitation.sent(guest))
    else expect(told).not.toContain(invitation.sent(guest))
    await inspectConsole()
  })

  test('a new member appears and a used link disappears when the tab becomes visible again', async () => {
    answer(OWNER)
    await openAccount()
    await expect.poll(() => records().join()).toContain(invitation.opens.member)
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: OWNER }
      if (path === '/v1/auth/passkeys') return { status: 200, body: NO_PASSKEYS }
      const joined = member({ id: '01KB4W3F6V3M2N5P7R9T0W1X2B', email: 'clara@example.test' })
      return { status: 200, body: path === '/v1/members' ? [OWN, joined] : [] }
    })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => records().join()).toContain('clara@example.test')
    await expect.poll(() => records().join()).not.toContain(invitation.opens.member)
  })

  test('the page rejects an invitation for an invalid address, and the service’s reason appears at the field', async () => {
    const errors = [{ field: 'wallet', code: 'invalid_checksum', message: 'has a wrong checksum' }]
    answer(OWNER, () => ({ status: 400, body: problem('validation_failed', 400, { errors }) }))
    await openAccount()
    await expect.poll(buttons).toContain(invitation.member.create)
    fill('guest', 'Ben')
    press(invitation.member.create)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([invitation.guestInvalid])
    expect(changes()).toEqual([])
    await inspectConsole()
    fill('guest', WALLET)
    press(invitation.member.create)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual(['Has a wrong checksum.'])
  })

  test.each([
    ['developer', DEVELOPER],
    ['reader', READER],
  ] as const)(
    'an account’s members are shown without buttons to a %s, who can leave',
    async (_role, session) => {
      answer(session)
      await openAccount()
      await expect.poll(buttons).toContain(`${members.leave}: ana@example.test`)
      expect(buttons().join()).not.toContain(members.changeRole)
      expect(buttons().join()).not.toContain(`${members.remove}: ben@example.test`)
      expect(buttons()).not.toContain(invitation.member.create)
      // Without the form for a domain, the account shows that there is none.
      const hasForm = session.scopes.some((scope) => scope === 'manage')
      await expect.poll(() => find('p').map(textOf).includes(en.domains.none)).toBe(!hasForm)
      await inspectConsole()
    },
  )
})

describe('API keys', () => {
  test('API keys show their rights, and a new key has the chosen rights', async () => {
    answer(OWNER, ({ body }) => ({
      status: 201,
      body: { ...KEY, id: 'x', ...(typeof body === 'object' ? body : {}), key: 'sk_new' },
    }))
    await mountConsole({ name: 'apiKeys' })
    await expect.poll(() => find('.record').map(textOf).join()).toContain('Rights: read, create')
    press(apiKeys.create)
    await expect.poll(() => find('dialog [name="scopes"]').length).toBe(5)
    await inspectConsole()
    for (const box of find('dialog [name="scopes"]')) {
      if (box instanceof HTMLInputElement) box.checked = false
    }
    pressIn('dialog', apiKeys.create)
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([en.errors.required, apiKeys.noScopes])
    await inspectConsole()
    for (const box of find('dialog [name="scopes"][value="read"]')) {
      if (box instanceof HTMLInputElement) box.checked = true
    }
    for (const field of find('dialog [name="label"]')) {
      if (field instanceof HTMLInputElement) field.value = 'Reports'
    }
    pressIn('dialog', apiKeys.create)
    await expect.poll(() => find('.secret').map(textOf).join()).toContain('sk_new')
    expect(changes().map(({ body }) => body)).toEqual([{ label: 'Reports', scopes: ['read'] }])
  })

  test("a developer's API keys can have only the developer's own rights", async () => {
    answer(DEVELOPER)
    await mountConsole({ name: 'apiKeys' })
    await expect.poll(buttons).toContain(apiKeys.create)
    press(apiKeys.create)
    await expect
      .poll(() => find('dialog [name="scopes"]').map((one) => one.getAttribute('value')))
      .toEqual(['read', 'create', 'manage'])
  })

  test('API keys are shown without buttons to a member who may only read', async () => {
    answer(READER)
    await mountConsole({ name: 'apiKeys' })
    await expect.poll(() => find('.record').length).toBe(1)
    expect(find('.record button, .page-head button')).toEqual([])
    expect(find('nav a').map(textOf).join()).not.toContain(en.nav.branding)
  })
})

function press(name: string): void {
  const button = find('button').find(
    (one) => (one.getAttribute('aria-label') ?? textOf(one).trim()) === name,
  )
  if (button instanceof HTMLElement) button.click()
}

function pressIn(within: string, label: string): void {
  for (const one of find(`${within} button`)) {
    if (one instanceof HTMLElement && textOf(one).trim() === label) one.click()
  }
}

function choose(role: string): void {
  for (const one of find(`[name="role"][value="${role}"]`)) {
    if (one instanceof HTMLInputElement) one.click()
  }
}

function fill(name: string, value: string): void {
  for (const field of find(`[name="${name}"]`)) {
    if (field instanceof HTMLInputElement) field.value = value
  }
}
