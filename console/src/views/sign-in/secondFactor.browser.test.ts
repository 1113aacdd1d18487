import { describe, expect, test } from 'vitest'
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
const CODE = 'K7QF-2MX9-RT4D-8WBN'

const { serve, calls } = prepareConsole()

function press(label: string): void {
  const button = find('button').find((element) => textOf(element).trim() === label)
  if (!(button instanceof HTMLElement)) throw new Error(`There is no button ${label}.`)
  button.click()
}

function fillIn(values: Readonly<Record<string, string>>): void {
  const [form] = Object.entries(values).map(([name, value]) => {
    const [input] = find(`[name="${name}"]`)
    if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${name}.`)
    input.value = value
    return input.form
  })
  form?.requestSubmit()
}

/** Signs in with a password that a second factor must follow. */
async function signIn(answer: (path: string) => Answer): Promise<void> {
  let isIn = false
  serve((path) => {
    if (path === '/v1/auth/session') {
      return isIn
        ? { status: 200, body: accountSession }
        : { status: 401, body: problem('missing_credential', 401) }
    }
    if (path === '/v1/auth/login') {
      return {
        status: 200,
        body: { secondFactor: 'passkey', expiresAt: '2026-11-01T09:05:00.000Z' },
      }
    }
    const answered = path.startsWith('/v1/auth/second-factor') ? answer(path) : 'never'
    if (answered !== 'never' && answered.status === 200) isIn = !path.endsWith('/cancel')
    return answered
  })
  await mountConsole({ name: 'account' })
  await expect.poll(() => find('[name="email"]').length).toBe(1)
  fillIn({ email: 'ana@example.test', password: 'correct horse battery staple' })
  await expect.poll(() => find('h2').map(textOf)).toContain(text.signIn.second)
}

describe('The sign-in', () => {
  test('the sign-in offers a passkey, and passes axe', async () => {
    serve(() => ({ status: 401, body: problem('missing_credential', 401) }))
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('h2').map(textOf)).toContain(text.signIn.title)
    await inspectConsole()
  })

  test('after the password, the sign-in requests only the second factor', async () => {
    await signIn(() => ({ status: 200, body: { kind: 'account' } }))
    expect(find('[name="email"]')).toEqual([])
    await inspectConsole()
    press(text.recovery.open)
    await expect.poll(() => find('[name="recoveryCode"]').length).toBe(1)
    await inspectConsole()
    fillIn({ recoveryCode: '' })
    await expect.poll(() => find('[role="alert"]').length).toBe(1)
    fillIn({ recoveryCode: CODE })
    await expect.poll(() => find('h1').map(textOf)).toContain(en.account.title)
    const sent = calls.find(({ url }) => url.pathname.endsWith('/verify'))
    expect(sent?.body).toEqual({ recoveryCode: CODE })
  })

  test('the second factor shows an error for a rejected code, and returns to the sign-in once the attempt has ended', async () => {
    let attempts = 0
    await signIn(() => {
      attempts += 1
      const code = attempts === 1 ? 'recovery_code_refused' : 'sign_in_ended'
      const status = attempts === 1 ? 403 : 401
      return { status, body: problem(code, status) }
    })
    press(text.recovery.open)
    await expect.poll(() => find('[name="recoveryCode"]').length).toBe(1)
    fillIn({ recoveryCode: CODE })
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain(en.errors.recovery_code_refused)
    fillIn({ recoveryCode: CODE })
    await expect.poll(() => find('.note').map(textOf).join()).toContain(text.signIn.ended)
    expect(find('[name="email"]')).toHaveLength(1)
    await inspectConsole()
  })

  test('the second factor can be cancelled', async () => {
    await signIn(() => ({ status: 200, body: { success: true } }))
    press(text.signIn.cancel)
    await expect.poll(() => find('[name="email"]').length).toBe(1)
    expect(calls.at(-1)?.url.pathname).toBe('/v1/auth/second-factor/cancel')
  })
})
