import { describe, expect, test } from 'vitest'
import { formatRoute } from '../../routes.ts'
import {
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const { serve } = prepareConsole()
const { signIn } = en

/** Opens an invitation link, and returns the headings of the ways to sign in. */
async function open(token: string): Promise<readonly string[]> {
  serve(() => ({ status: 401, body: problem('missing_credential', 401) }))
  const path = `${formatRoute({ name: 'start' })}#invitation=${token}`
  await mountConsole({ name: 'start' }, { path })
  await expect.poll(() => find('main').map(textOf).join()).toContain(signIn.invited)
  return find('h2').map(textOf)
}

describe('The sign-in with an invitation', () => {
  test('an invitation for an e-mail address offers e-mail first and names this way, and passes axe', async () => {
    const ways = await open(`inv_mail_${'a'.repeat(43)}`)
    expect(ways.slice(0, 2)).toEqual([signIn.withEmail, signIn.withWallet])
    expect(find('main').map(textOf).join()).toContain(signIn.invitedByEmailText)
    await inspectConsole()
  })

  test('an invitation for anyone offers a wallet first, even if its code begins like one for e-mail', async () => {
    const ways = await open(`inv_mail_${'a'.repeat(38)}`)
    expect(ways.slice(0, 2)).toEqual([signIn.withWallet, signIn.withEmail])
    expect(find('main').map(textOf).join()).toContain(signIn.invitedText)
  })
})
