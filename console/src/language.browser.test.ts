import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Route } from './routes.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from './testing/consolePage.ts'
import { en } from './text/en.ts'
import type { Language } from './text/languages.ts'
import type { Text } from './text/text.ts'

/** A language with a few different sentences, in place of a translation. */
const german: Text = {
  ...en,
  product: 'Händlerkonsole',
  language: { ...en.language, label: 'Sprache' },
  signIn: { ...en.signIn, title: 'Anmelden' },
  account: { ...en.account, title: 'Konto' },
  nav: { ...en.nav, account: 'Konto' },
  errors: { ...en.errors, internal: 'Der Dienst hatte einen Fehler.' },
}
const KEY = 'secure-payment-console:language'
const OUT = { status: 401, body: problem('missing_credential', 401) }

let load: ReturnType<typeof vi.fn<() => Promise<Text>>>
const { serve } = prepareConsole()

beforeEach(() => {
  load = vi.fn(() => Promise.resolve(german))
  serve(() => OUT)
})

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem(KEY)
  document.documentElement.lang = 'en'
})

function prefer(...tags: readonly string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)
}

async function show(route: Route = { name: 'start' }): Promise<void> {
  const languages: readonly Language[] = [
    { code: 'en', name: 'English', load: () => Promise.resolve(en) },
    { code: 'de', name: 'Deutsch', load: () => load() },
  ]
  await mountConsole(route, { languages })
}

const headings = () => find('h1').map(textOf).join()
const choice = () => page.getByRole('combobox', { name: en.language.label })

describe('The first language', () => {
  test('the console uses the language that was chosen in this browser', async () => {
    prefer('en')
    localStorage.setItem(KEY, 'de')
    await show()
    await expect.poll(headings).toBe('Anmelden')
    expect(document.documentElement.lang).toBe('de')
    expect(document.title).toBe('Anmelden · Händlerkonsole')
  })

  test('the console without a stored choice uses the first of the browser’s languages that it supports', async () => {
    prefer('it', 'de-CH', 'en')
    await show()
    await expect.poll(headings).toBe('Anmelden')
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test.each(['it', '', 'constructor'])(
    'the console is in English, and loads no other language, after the stored choice “%s”',
    async (stored) => {
      prefer('it')
      localStorage.setItem(KEY, stored)
      await show()
      await expect.poll(headings).toBe(en.signIn.title)
      expect(document.documentElement.lang).toBe('en')
      expect(load).not.toHaveBeenCalled()
    },
  )

  test('the console is in English when the language does not load', async () => {
    load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    localStorage.setItem(KEY, 'de')
    await show()
    await expect.poll(headings).toBe(en.signIn.title)
    expect(document.documentElement.lang).toBe('en')
    await expect.element(choice()).toHaveValue('en')
  })

  test('the console is in English while another language loads slowly, and then in that language', async () => {
    const slow = Promise.withResolvers<Text>()
    load.mockReturnValue(slow.promise)
    localStorage.setItem(KEY, 'de')
    await show()
    expect(find('.boot').length).toBe(1)
    await expect.poll(headings).toBe(en.signIn.title)
    slow.resolve(german)
    await expect.poll(headings).toBe('Anmelden')
  })
})

describe('The language choice', () => {
  test('choosing a language stores the choice and keeps the sign-in’s input, and axe passes', async () => {
    await show()
    await page.getByRole('textbox', { name: en.signIn.email }).fill('ana@example.com')
    await expect.element(choice()).toHaveValue('en')
    await inspectConsole()
    await choice().selectOptions('Deutsch')
    await expect.poll(headings).toBe('Anmelden')
    await expect
      .element(page.getByRole('textbox', { name: en.signIn.email }))
      .toHaveValue('ana@example.com')
    expect(document.documentElement.lang).toBe('de')
    expect(document.title).toBe('Anmelden · Händlerkonsole')
    expect(localStorage.getItem(KEY)).toBe('de')
    await expect.element(page.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de')
  })

  test('the language choice is in the menu of every screen, and keeps the screen’s input', async () => {
    serve((path) =>
      path === '/v1/auth/session'
        ? { status: 200, body: accountSession }
        : { status: 500, body: problem('internal', 500) },
    )
    await show({ name: 'account' })
    const field = () => page.getByLabelText(en.account.current)
    await field().fill('a password')
    await inspectConsole()
    await choice().selectOptions('Deutsch')
    await expect.poll(headings).toBe('Konto')
    await expect.element(field()).toHaveValue('a password')
    // An earlier failure's sentence changes its language too.
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain('Der Dienst hatte einen Fehler.')
    expect(find('[role="alert"]').map(textOf).join()).not.toContain(en.errors.internal)
    await page.getByRole('combobox', { name: 'Sprache' }).selectOptions('English')
    await expect.poll(headings).toBe(en.account.title)
    expect(document.documentElement.lang).toBe('en')
  })

  test('the console keeps its language, and shows the reason, if the other language does not load', async () => {
    load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    await show()
    await choice().selectOptions('Deutsch')
    await expect.poll(() => find('.announcement').map(textOf).join()).toContain(en.language.failed)
    await expect.element(choice()).toHaveValue('en')
    expect(headings()).toBe(en.signIn.title)
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('the console drops a language that loads after a later choice', async () => {
    const slow = Promise.withResolvers<Text>()
    load.mockReturnValue(slow.promise)
    await show()
    await choice().selectOptions('Deutsch')
    await choice().selectOptions('English')
    slow.resolve(german)
    await slow.promise
    await userEvent.keyboard('{Tab}')
    expect(headings()).toBe(en.signIn.title)
  })
})

test('A console with one language offers no choice of language', async () => {
  const languages = [{ code: 'en', name: 'English', load: () => Promise.resolve(en) }]
  await mountConsole({ name: 'start' }, { languages })
  await expect.poll(headings).toBe(en.signIn.title)
  expect(find('.language')).toEqual([])
})
