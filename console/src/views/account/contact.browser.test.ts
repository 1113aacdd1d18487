import { describe, expect, test } from 'vitest'
import type { AuditEntry, ContactRecord } from '../../api.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const { contact: text, auditLog } = en
const CODE = `mc_${'q'.repeat(43)}`

const NO_PASSKEYS = { passkeys: [], isSecondFactor: false, recoveryCodesLeft: 0 }
const { serve, calls } = prepareConsole()

const verified: ContactRecord = {
  email: 'ana.maria.de.souza.e.silva.of.the.north@example.test',
  isVerified: true,
  pendingEmail: null,
  notices: ['payment_problem'],
  sendsMail: true,
}

/** Fills in a form on the page and sends it. */
function send(values: Readonly<Record<string, string>>): void {
  let form: HTMLFormElement | null = null
  for (const [name, value] of Object.entries(values)) {
    const [field] = find(`[name="${name}"]`)
    if (!(field instanceof HTMLInputElement)) throw new Error(`There is no field ${name}.`)
    field.value = value
    form = field.form
  }
  form?.requestSubmit()
}

const bodyOf = (path: string) => calls.findLast(({ url }) => url.pathname === path)?.body

/** Serves a member with this contact; `answers` replaces responses by method and path. */
function answer(
  contact: ContactRecord,
  answers: Readonly<Record<string, { status: number; body: unknown }>> = {},
): void {
  serve((path, { method }) => {
    const own = answers[`${method} ${path}`]
    if (own !== undefined) return own
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path === '/v1/auth/passkeys') return { status: 200, body: NO_PASSKEYS }
    if (path === '/v1/auth/contact') return { status: 200, body: contact }
    if (path === '/v1/tenant') return { status: 200, body: { name: 'North & Bean' } }
    return { status: 200, body: [] }
  })
}

describe('A member’s e-mail form', () => {
  test('a member’s e-mail form shows the verified address, and saves the chosen notices', async () => {
    const saved = { ...verified, notices: ['payment_received', 'payment_problem'] as const }
    answer(verified, { 'PATCH /v1/auth/contact': { status: 200, body: saved } })
    await mountConsole({ name: 'account' })
    await expect.poll(() => find('[name="notices"]').length).toBe(4)
    expect(find('.mailbox').map(textOf).join()).toContain(verified.email)
    const boxes = find('[name="notices"]').filter((box) => box instanceof HTMLInputElement)
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false, false])
    const [first] = boxes
    first?.click()
    first?.form?.requestSubmit()
    await expect
      .poll(() => bodyOf('/v1/auth/contact'))
      .toEqual({ notices: ['payment_received', 'payment_problem'] })
    await expect.poll(() => find('.announcement').map(textOf).join()).toContain(text.saved)
    await inspectConsole()
  })

  test('the e-mail form sends a link to another address with the password, and names a missing password', async () => {
    const wrong = { status: 401, body: problem('wrong_credentials', 401) }
    answer(verified, { 'POST /v1/auth/email': wrong })
    await mountConsole({ name: 'account' })
    await expect.poll(() => find('[name="email"]').length).toBe(1)
    send({ email: 'new@example.test' })
    await expect.poll(() => find('.field-error').map(textOf).join()).toContain(text.passwordMissing)
    answer(
      { ...verified, pendingEmail: 'new@example.test' },
      { 'POST /v1/auth/email': { status: 200, body: { success: true } } },
    )
    // The password form has a field with the same name further down.
    send({ email: 'new@example.test', currentPassword: 'correct horse battery' })
    await expect
      .poll(() => bodyOf('/v1/auth/email'))
      .toEqual({
        email: 'new@example.test',
        currentPassword: 'correct horse battery',
      })
    await expect
      .poll(() => find('.note').map(textOf).join())
      .toContain(text.pending('new@example.test'))
  })

  test('the e-mail form offers no notices without a verified address, and nothing without a mail server', async () => {
    answer({ ...verified, isVerified: false, notices: [] })
    await mountConsole({ name: 'account' })
    await expect.poll(() => find('fieldset[disabled] [name="notices"]').length).toBe(4)
    await inspectConsole()
    document.body.replaceChildren()
    answer({ ...verified, sendsMail: false })
    await mountConsole({ name: 'account' })
    await expect.poll(() => find('.note').map(textOf).join()).toContain(text.noMail)
    expect(find('[name="notices"]')).toEqual([])
  })

  test('the account shows that the e-mail link confirmed the address, and the code is removed from the page’s URL', async () => {
    answer(verified, { 'POST /v1/auth/email/confirm': { status: 200, body: verified } })
    await mountConsole({ name: 'account' }, { path: `/console/#confirm-email=${CODE}` })
    await expect.poll(() => find('.announcement').map(textOf).join()).toContain(text.confirmed)
    expect(bodyOf('/v1/auth/email/confirm')).toEqual({ code: CODE })
    expect(location.hash).toBe('')
  })

  test('the account shows a message when the e-mail link is not valid', async () => {
    const refused = { status: 403, body: problem('code_refused', 403) }
    answer(verified, { 'POST /v1/auth/email/confirm': refused })
    await mountConsole({ name: 'account' }, { path: `/console/#confirm-email=${CODE}` })
    await expect.poll(() => find('.note').map(textOf).join()).toContain(text.refused)
    await expect.poll(() => find('.mailbox').map(textOf).join()).toContain(verified.email)
  })
})

describe('A forgotten password', () => {
  const signedOut = { status: 401, body: problem('invalid_session', 401) }

  test('the sign-in page requests a link that resets a forgotten password', async () => {
    answer(verified, {
      'GET /v1/auth/session': signedOut,
      'POST /v1/auth/password-reset': { status: 200, body: { success: true } },
    })
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('button').map(textOf).join()).toContain(text.forgot.open)
    for (const one of find('button')) {
      if (textOf(one).includes(text.forgot.open) && one instanceof HTMLElement) one.click()
    }
    await expect.poll(() => find('h3').map(textOf)).toContain(text.forgot.title)
    send({ email: 'ana@example.test' })
    await expect.poll(() => find('.note').map(textOf).join()).toContain(text.forgot.sent)
    expect(bodyOf('/v1/auth/password-reset')).toEqual({ email: 'ana@example.test' })
    await inspectConsole()
  })

  test('a forgotten password is replaced with the code from the link', async () => {
    answer(verified, {
      'GET /v1/auth/session': signedOut,
      'POST /v1/auth/password-reset/confirm': { status: 200, body: { success: true } },
    })
    await mountConsole({ name: 'start' }, { path: `/console/#reset-password=${CODE}` })
    await expect.poll(() => find('h1').map(textOf)).toEqual([text.reset.title])
    send({ newPassword: 'short' })
    await expect.poll(() => find('.field-error').length).toBe(1)
    expect(bodyOf('/v1/auth/password-reset/confirm')).toBeUndefined()
    send({ newPassword: 'another horse battery staple' })
    await expect.poll(() => find('.note').map(textOf).join()).toContain(text.reset.done)
    expect(bodyOf('/v1/auth/password-reset/confirm')).toEqual({
      code: CODE,
      newPassword: 'another horse battery staple',
    })
    await inspectConsole()
    for (const one of find('button.primary')) if (one instanceof HTMLElement) one.click()
    await expect.poll(() => find('h1').map(textOf)).toEqual([en.signIn.title])
    expect(location.hash).toBe('')
  })

  test('the screen shows the reason when the service rejects the link for a forgotten password', async () => {
    answer(verified, {
      'GET /v1/auth/session': signedOut,
      'POST /v1/auth/password-reset/confirm': {
        status: 403,
        body: problem('code_refused', 403),
      },
    })
    await mountConsole({ name: 'start' }, { path: `/console/#reset-password=${CODE}` })
    await expect.poll(() => find('h1').map(textOf)).toEqual([text.reset.title])
    send({ newPassword: 'another horse battery staple' })
    await expect.poll(() => find('.note').map(textOf).join()).toContain(en.errors.code_refused)
  })
})

describe('The audit log', () => {
  const entries: AuditEntry[] = [
    {
      id: '01KB4V3F6V3M2N5P7R9T0W1X2Y',
      action: 'api_key.created',
      actor: { kind: 'wallet', id: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e' },
      objectId: '01KB4V3F6V3M2N5P7R9T0W1X2X',
      reason: null,
      createdAt: '2026-11-01T09:00:00.000Z',
    },
    {
      id: '01KB4V3F6V3M2N5P7R9T0W1X2W',
      action: 'merchant.updated',
      actor: { kind: 'operator', id: null },
      objectId: null,
      reason: null,
      createdAt: '2026-10-01T09:00:00.000Z',
    },
  ]

  test('the audit log lists changes with their authors, and filters them by kind', async () => {
    serve((path, { url }) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/auth/passkeys') return { status: 200, body: NO_PASSKEYS }
      if (path === '/v1/members') return { status: 200, body: [] }
      const action = url.searchParams.get('action')
      const found = entries.filter((entry) => action === null || entry.action === action)
      return { status: 200, body: { entries: found, nextCursor: null } }
    })
    await mountConsole({ name: 'auditLog' })
    await expect.poll(() => find('tbody tr').length).toBe(2)
    const rows = find('tbody tr').map(textOf)
    expect(rows[0]).toContain(auditLog.actions['api_key.created'])
    expect(rows[0]).toContain('01KB4V3F6V3M2N5P7R9T0W1X2X')
    expect(rows[1]).toContain(auditLog.operator)
    expect(rows[1]).toContain(auditLog.merchant)
    await inspectConsole()
    const [select] = find('select[name="action"]')
    if (!(select instanceof HTMLSelectElement)) throw new Error('There is no filter.')
    select.value = 'merchant.updated'
    select.dispatchEvent(new Event('change'))
    await expect.poll(() => find('tbody tr').length).toBe(1)
    select.value = 'password.reset'
    select.dispatchEvent(new Event('change'))
    await expect.poll(() => find('h2').map(textOf)).toContain(auditLog.noneFound)
  })

  test('the audit log names accounts by e-mail, and links a refund and a payment link', async () => {
    const { email } = accountSession
    const [first] = entries
    const actor = { kind: 'account' as const, id: '01KB4W3F6V3M2N5P7R9T0W1X2A' }
    const made = [
      { ...first, id: '1', actor, action: 'member.role_changed', objectId: actor.id },
      { ...first, id: '2', actor, action: 'refund.created' },
      { ...first, id: '3', actor, action: 'secure_payment.cancelled', objectId: 'tok_1' },
    ]
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/members') return { status: 200, body: [{ id: actor.id, email }] }
      return { status: 200, body: { entries: made, nextCursor: null } }
    })
    await mountConsole({ name: 'auditLog' })
    await expect.poll(() => find('tbody tr').map(textOf).join()).toContain(`${email}`)
    const cells = find('tbody tr').map((row) => find('td', row).map(textOf))
    expect(cells[0]?.[2]).toContain(email)
    expect(cells.map((row) => row[1]?.includes(`${email}`))).toEqual([true, true, true])
    expect(find('tbody a').map((one) => one.getAttribute('href'))).toEqual([
      '/console/refunds',
      '/console/links/tok_1',
    ])
    await inspectConsole()
  })
})
