import { describe, expect, test, vi } from 'vitest'
import type { PasskeyList, Session } from '../../api.ts'
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

const { passkeys: text } = en
const CHALLENGE_ID = '01KB4S3F6V3M2N5P7R9T0W1X2Y'
const PASSKEY = {
  id: '01KB4V3F6V3M2N5P7R9T0W1X2Y',
  name: 'A telephone with a name of exactly the longest length of sixty',
  isSynced: true,
  createdAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: '2026-11-20T09:00:00.000Z',
}
const CODES = Array.from({ length: 10 }, (_, n) => `K7QF-2MX9-RT4D-8WB${n}`)

const WALLET_SESSION: Session = {
  ...accountSession,
  kind: 'wallet',
  address: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  email: null,
}

const { serve, calls } = prepareConsole()

/** Shows the account for a member with these passkeys; `answer` responds to the other calls. */
async function show(
  list: PasskeyList,
  answer: (path: string, method: string) => Answer | 'never' = () => 'never',
): Promise<void> {
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path === '/v1/auth/passkeys' && method === 'GET') return { status: 200, body: list }
    return answer(path, method)
  })
  await mountConsole({ name: 'account' })
  await expect.poll(() => find('#passkeys-title').length).toBe(1)
  await expect.poll(() => buttonsOf(text.add).length).toBe(1)
}

const none: PasskeyList = { passkeys: [], isSecondFactor: false, recoveryCodesLeft: 0 }
const one: PasskeyList = { ...none, passkeys: [PASSKEY] }
const guarded: PasskeyList = { ...one, isSecondFactor: true, recoveryCodesLeft: 9 }

function buttonsOf(label: string): HTMLElement[] {
  return find('button').filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && textOf(element).trim() === label,
  )
}

/** Presses the last button with a label: a dialog repeats labels from the page behind it. */
function press(label: string): void {
  const button = buttonsOf(label).at(-1)
  if (button === undefined) throw new Error(`There is no button ${label}.`)
  button.click()
}

function fillIn(name: string, value: string): void {
  const input = find(`dialog [name="${name}"], console-confirm-session [name="${name}"]`).at(-1)
  const field = input ?? find(`[name="${name}"]`).at(-1)
  if (!(field instanceof HTMLInputElement)) throw new Error(`There is no field ${name}.`)
  field.value = value
  field.form?.requestSubmit()
}

const alerts = () => find('[role="alert"]').map(textOf).join()
const required = { status: 403, body: problem('confirmation_required', 403) }
const done = { status: 200, body: { success: true } }

describe('A member’s passkeys', () => {
  test('a member’s list of passkeys is empty at first, with a sentence about their purpose', async () => {
    await show(none)
    expect(find('p').map(textOf)).toEqual(expect.arrayContaining([text.none, text.lead]))
    expect(find('p').map(textOf)).toContain(text.factor.needsPasskey)
    expect(buttonsOf(text.factor.enable)).toEqual([])
    await inspectConsole()
  })

  test('passkeys are listed with the number of recovery codes left, and can be renamed', async () => {
    await show(guarded, (_path, method) =>
      method === 'PATCH' ? { status: 200, body: { ...PASSKEY, name: 'Key' } } : 'never',
    )
    await inspectConsole()
    expect(find('h3').map(textOf)).toContain(PASSKEY.name)
    expect(find('p').map(textOf).join()).toContain(text.factor.left(9))
    press(text.rename)
    await expect.poll(() => find('dialog[open]').length).toBe(1)
    await inspectConsole()
    fillIn('name', '')
    await expect.poll(alerts).toContain(en.errors.validation_failed)
    fillIn('name', 'Key')
    await expect.poll(() => find('dialog[open]').length).toBe(0)
    const sent = calls.find(({ method }) => method === 'PATCH')
    expect(sent?.body).toEqual({ name: 'Key' })
  })

  test('the passkeys screen shows a message when the device declines', async () => {
    const fail = vi
      .spyOn(navigator.credentials, 'create')
      .mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
    const options = {
      rp: { id: 'localhost', name: 'Secure Payment' },
      user: { id: 'AAAA', name: 'ana@example.test', displayName: 'ana@example.test' },
      challenge: 'AAAA',
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      excludeCredentials: [{ id: 'AAAA', type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }
    const body = { challengeId: CHALLENGE_ID, expiresAt: PASSKEY.createdAt, options }
    await show(one, (path) =>
      path === '/v1/auth/passkeys/options' ? { status: 201, body } : 'never',
    )
    press(text.add)
    await expect.poll(() => find('dialog[open]').length).toBe(1)
    fillIn('name', 'Laptop')
    await expect.poll(alerts).toContain(text.faults.cancelled)
    await inspectConsole()
    fail.mockRejectedValue(new DOMException('Known', 'InvalidStateError'))
    fillIn('name', 'Laptop')
    await expect.poll(alerts).toContain(text.faults.known)
    fail.mockRestore()
  })

  test('a passkey change requires a proof, after which the change continues', async () => {
    let isConfirmed = false
    await show(one, (path, method) => {
      if (path === '/v1/auth/confirmation') {
        isConfirmed = true
        return done
      }
      if (method === 'DELETE') return isConfirmed ? done : required
      return 'never'
    })
    press(text.remove)
    await expect.poll(() => find('dialog[open]').length).toBe(1)
    press(text.remove)
    await expect.poll(() => find('console-confirm-session').length).toBe(1)
    await inspectConsole()
    expect(find('dialog [name="recoveryCode"]')).toEqual([])
    fillIn('password', '')
    await expect.poll(alerts).toContain(en.errors.validation_failed)
    fillIn('password', 'correct horse battery staple')
    await expect.poll(() => find('dialog[open]').length).toBe(0)
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
  })

  test('a wallet member with an old session and no passkey signs out from the confirmation', async () => {
    let isSignedIn = true
    const missing = { status: 401, body: problem('missing_credential', 401) }
    serve((path, { method }) => {
      if (path === '/v1/auth/logout') isSignedIn = false
      if (!isSignedIn) return path === '/v1/auth/logout' ? done : missing
      if (path === '/v1/auth/session') return { status: 200, body: WALLET_SESSION }
      if (path === '/v1/auth/passkeys' && method === 'GET') return { status: 200, body: none }
      return path === '/v1/auth/passkeys/options' ? required : 'never'
    })
    await mountConsole({ name: 'account' })
    await expect.poll(() => buttonsOf(text.add).length).toBe(1)
    press(text.add)
    await expect.poll(() => find('dialog[open]').length).toBe(1)
    fillIn('name', 'Laptop')
    await expect.poll(() => buttonsOf(text.confirm.signInAgain).length).toBe(1)
    await inspectConsole()
    press(text.confirm.signInAgain)
    await expect.poll(() => find('p').map(textOf)).toContain(en.signIn.signedOut)
  })

  test('the passkeys screen accepts no password while a passkey is required, and warns about the last passkey', async () => {
    await show(guarded, (path, method) => {
      if (method === 'DELETE') return required
      if (path === '/v1/auth/confirmation') {
        return { status: 403, body: problem('recovery_code_refused', 403) }
      }
      return 'never'
    })
    press(text.remove)
    await expect.poll(() => find('.note').map(textOf).join()).toContain(text.removeLast)
    await inspectConsole()
    press(text.remove)
    await expect.poll(() => find('console-confirm-session').length).toBe(1)
    expect(find('[name="password"]').filter((field) => field.closest('dialog'))).toEqual([])
    fillIn('recoveryCode', 'K7QF-2MX9-RT4D-8WBN')
    await expect.poll(alerts).toContain(en.errors.recovery_code_refused)
    await inspectConsole()
  })

  test('the passkeys screen shows new recovery codes once', async () => {
    await show(guarded, (path) =>
      path === '/v1/auth/recovery-codes'
        ? { status: 201, body: { recoveryCodes: CODES } }
        : 'never',
    )
    press(text.factor.renew)
    await expect.poll(() => find('dialog[open]').length).toBe(1)
    press(text.factor.renew)
    await expect
      .poll(() => find('console-recovery-codes li').length + find('li code').length)
      .toBe(10)
    expect(find('li code').map(textOf)).toEqual(CODES)
    expect(document.documentElement.classList).toContain('prints-dialog')
    await inspectConsole()
    press(text.codes.stored)
    await expect.poll(() => find('li code').length).toBe(0)
    expect(document.documentElement.classList).not.toContain('prints-dialog')
  })
})
