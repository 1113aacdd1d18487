import { expect, test } from 'vitest'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const { compatibility: text } = en.webhooks
const { serve, calls } = prepareConsole()

const TENANT = {
  id: accountSession.tenantId,
  name: 'North & Bean',
  sendsUserEvents: false,
  sendsReceipts: false,
  webhookCompatibility: null,
}

function answer(session: typeof accountSession = accountSession): void {
  serve((path, { body }) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/tenant') return { status: 200, body: { ...TENANT, ...(body as object) } }
    return { status: 200, body: [] }
  })
}

async function readField(): Promise<HTMLSelectElement> {
  await expect.poll(() => find('[name="webhookCompatibility"]').length).toBe(1)
  const [field] = find('[name="webhookCompatibility"]')
  if (!(field instanceof HTMLSelectElement)) throw new Error('The field is no select.')
  return field
}

test('A merchant chooses the compatibility level of webhooks, and the screen announces the change', async () => {
  answer()
  await mountConsole({ name: 'webhooks' })
  const field = await readField()
  expect([...field.options].map(({ value }) => value)).toEqual(['', 'none', 'headers', 'full'])
  expect(field.value).toBe('')
  await inspectConsole()
  field.value = 'full'
  field.form?.requestSubmit()
  await expect.poll(() => find('.announcement').map(textOf).join()).toContain(text.saved)
  field.value = ''
  field.form?.requestSubmit()
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()).toEqual([
    { name: TENANT.name, webhookCompatibility: 'full' },
    { name: TENANT.name, webhookCompatibility: null },
  ])
})

test('A member without the right to manage webhooks sees no choice of a compatibility level', async () => {
  answer({ ...accountSession, role: 'read-only', scopes: ['read'] })
  await mountConsole({ name: 'webhooks' })
  await expect.poll(() => find('.page').map(textOf).join()).toContain(en.webhooks.empty)
  expect(find('[name="webhookCompatibility"]')).toHaveLength(0)
})
