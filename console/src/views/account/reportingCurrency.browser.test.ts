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

const { reportingCurrency: text } = en
const CARD = '[aria-labelledby="currency-title"]'
const PATH = '/v1/reporting-currency'
const NO_PASSKEYS = { passkeys: [], isSecondFactor: false, recoveryCodesLeft: 0 }
const CONTACT = {
  email: 'ana@example.test',
  isVerified: true,
  pendingEmail: null,
  notices: [],
  sendsMail: true,
}
const CHOICES = ['USD', 'EUR', 'CNY', 'GBP', 'JPY']

const { serve, calls } = prepareConsole()

/** Serves a member with this session; `set` is the response to a choice. */
function answer(
  state: { reportingCurrency: string; choices: readonly string[] },
  { set, session = accountSession }: { set?: Answer; session?: typeof accountSession } = {},
): void {
  serve((path, { method, body }) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/tenant') return { status: 200, body: { name: 'North & Bean' } }
    if (path === '/v1/auth/passkeys') return { status: 200, body: NO_PASSKEYS }
    if (path === '/v1/auth/contact') return { status: 200, body: CONTACT }
    if (path !== PATH) return { status: 200, body: [] }
    if (method === 'GET') return { status: 200, body: state }
    return set ?? { status: 200, body: { ...state, ...(body as object) } }
  })
}

async function readField(): Promise<HTMLSelectElement> {
  await expect.poll(() => find('[name="reportingCurrency"]').length).toBe(1)
  const [field] = find('[name="reportingCurrency"]')
  if (!(field instanceof HTMLSelectElement)) throw new Error('The field is no select.')
  return field
}

const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

describe('The reporting currency', () => {
  test('an owner chooses the reporting currency, and the screen announces the change', async () => {
    answer({ reportingCurrency: 'USD', choices: CHOICES })
    await mountConsole({ name: 'account' })
    const field = await readField()
    expect(field.value).toBe('USD')
    expect([...field.options].map(({ text: label }) => label.trim())).toEqual([
      'USD · US Dollar',
      'EUR · Euro',
      'CNY · Chinese Yuan',
      'GBP · British Pound',
      'JPY · Japanese Yen',
    ])
    await inspectConsole()
    field.value = 'EUR'
    field.form?.requestSubmit()
    await expect.poll(() => find('.announcement').map(textOf).join()).toContain(text.saved('EUR'))
    expect(sent()).toEqual([{ reportingCurrency: 'EUR' }])
    expect((await readField()).value).toBe('EUR')
  })

  test('the reporting currency field offers only the currencies that the service can value, and the current choice', async () => {
    answer({ reportingCurrency: 'EUR', choices: ['USD'] })
    await mountConsole({ name: 'account' })
    const field = await readField()
    expect([...field.options].map(({ value }) => value)).toEqual(['EUR', 'USD'])
    expect(field.value).toBe('EUR')
  })

  test('the new reporting currency is not announced if the service rejects it', async () => {
    const refused = { status: 403, body: problem('scope_missing', 403) }
    answer({ reportingCurrency: 'GBP', choices: CHOICES }, { set: refused })
    await mountConsole({ name: 'account' })
    const field = await readField()
    field.value = 'JPY'
    field.form?.requestSubmit()
    await expect.poll(() => find(`${CARD} .note`).length).toBe(1)
    expect(find('.announcement').map(textOf).join()).not.toContain('JPY')
  })

  test('the reporting currency is shown without a form to a member who may not change it', async () => {
    const session = { ...accountSession, role: 'developer', scopes: ['read', 'create', 'manage'] }
    answer(
      { reportingCurrency: 'EUR', choices: CHOICES },
      { session: session as typeof accountSession },
    )
    await mountConsole({ name: 'account' })
    await expect.poll(() => find(`${CARD} p`).map(textOf)).toContain(text.restricted)
    expect(find(`${CARD} strong`).map(textOf)).toEqual(['EUR · Euro'])
    expect(find('[name="reportingCurrency"]')).toEqual([])
    await inspectConsole()
  })
})
