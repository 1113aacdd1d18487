import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropNamedFactor } from '../../host/src/auth/members/dropNamedFactor.ts'
import { sendResets } from '../../host/src/contacts/sendResets.ts'
import { createId } from '../../host/src/id.ts'
import { cleanUp } from '../../host/src/jobs/cleanUp.ts'
import { MAX_MAILS_A_DAY } from '../../host/src/mail/queueMail.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import {
  addPasskey,
  callAs,
  confirmBy,
  openGuardedAccount,
  passPassword,
  proveBy,
  sessionOf,
  signInBy,
} from '../support/passkeyMember.ts'
import { readMails } from '../support/readMails.ts'
import {
  logIn,
  NO_LIMITS,
  PASSWORD,
  readCookie,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const MINUTE_MS = 60_000

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({
    ...NO_LIMITS,
    PAY_SMTP_URL: 'file:///nowhere',
    PAY_MAIL_FROM: 'shop@example.test',
  })
})
afterAll(() => test[Symbol.asyncDispose]())

const call = (by: Partial<SignedIn> | null, method: string, path: string, body?: object) =>
  callAs(test, by, method, path, body)
const listOf = async (by: SignedIn) => (await call(by, 'GET', '/v1/auth/passkeys')).json
const actionsOf = async (by: SignedIn): Promise<string[]> =>
  (await call(by, 'GET', '/v2/audit-log')).json.entries.map(
    ({ action }: { action: string }) => action,
  )

/** Verifies an account's e-mail address as its link would. */
async function verifyEmail(by: SignedIn & { email: string }): Promise<void> {
  await call(by, 'POST', '/v1/auth/email', { email: by.email })
  const mails = await readMails(test, by.email)
  const code = /#confirm-email=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  expect((await call(by, 'POST', '/v1/auth/email/confirm', { code })).status).toBe(200)
}

describe('A passkey', () => {
  it('a passkey is added, listed, renamed and removed by its member, with entries in the audit log', async () => {
    const account = await registerAccount(test)
    expect(await listOf(account)).toEqual({
      passkeys: [],
      isSecondFactor: false,
      recoveryCodesLeft: 0,
    })
    const { answer, id } = await addPasskey(test, account, { name: 'Ana’s phone' })
    expect(answer).toMatchObject({
      status: 201,
      json: { name: 'Ana’s phone', isSynced: false, lastUsedAt: null },
    })
    const renamed = await call(account, 'PATCH', `/v1/auth/passkeys/${id}`, { name: 'Key ring' })
    expect(renamed).toMatchObject({ status: 200, json: { id, name: 'Key ring' } })
    expect((await listOf(account)).passkeys).toMatchObject([{ id, name: 'Key ring' }])
    expect((await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)).status).toBe(200)
    expect((await listOf(account)).passkeys).toEqual([])
    expect((await actionsOf(account)).toSorted()).toEqual([
      'member.joined',
      'passkey.added',
      'passkey.removed',
      'passkey.renamed',
    ])
    const again = await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)
    expect(again).toMatchObject({ status: 404, json: { code: 'passkey_not_found' } })
  })

  it('an account’s passkey signs in without a password, for 30 days', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const answer = await signInBy(test, passkey)
    const { tenantId } = account
    expect(answer).toMatchObject({ status: 200, json: { kind: 'account', tenantId } })
    expect(answer.headers['set-cookie']).toContain('Max-Age=2592000')
    const session = await call(sessionOf(test, answer), 'GET', '/v1/auth/session')
    expect(session.json).toMatchObject({ email: account.email, role: 'owner' })
    expect((await listOf(account)).passkeys[0].lastUsedAt).not.toBeNull()
  })

  it('a wallet’s passkey signs in as the wallet', async () => {
    const wallet = await signInWallet(test)
    const { passkey } = await addPasskey(test, wallet)
    const answer = await signInBy(test, passkey)
    expect(answer.json.kind).toBe('wallet')
    const session = await call(sessionOf(test, answer), 'GET', '/v1/auth/session')
    expect(session.json).toMatchObject({ kind: 'wallet', address: wallet.account.address })
  })

  it('the removal of a passkey ends only the other sessions that a passkey opened', async () => {
    const account = await registerAccount(test)
    const { passkey, id } = await addPasskey(test, account)
    const byPasskey = sessionOf(test, await signInBy(test, passkey))
    const login = { email: account.email, password: PASSWORD }
    const byPassword = sessionOf(test, await call(null, 'POST', '/v1/auth/login', login))
    const stranger = await registerAccount(test)
    const { passkey: another } = await addPasskey(test, stranger)
    const ofStranger = sessionOf(test, await signInBy(test, another))
    expect((await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)).status).toBe(200)
    const statuses = await Promise.all(
      [byPasskey, byPassword, account, ofStranger].map(
        async (session) => (await call(session, 'GET', '/v1/auth/session')).status,
      ),
    )
    expect(statuses).toEqual([401, 200, 200, 200])
  })

  it('the removal of a wallet’s passkey ends the wallet’s passkey sessions, except the caller’s own', async () => {
    const wallet = await signInWallet(test)
    const { passkey, id } = await addPasskey(test, wallet)
    const [first, own] = [
      sessionOf(test, await signInBy(test, passkey)),
      sessionOf(test, await signInBy(test, passkey)),
    ]
    expect((await call(own, 'DELETE', `/v1/auth/passkeys/${id}`)).status).toBe(200)
    expect((await call(first, 'GET', '/v1/auth/session')).status).toBe(401)
    expect((await call(own, 'GET', '/v1/auth/session')).status).toBe(200)
  })

  it('a passkey sign-in ends the browser’s earlier session', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const proof = await proveBy(test, passkey, '/v1/auth/passkey-sign-in/options')
    const answer = await call(account, 'POST', '/v1/auth/passkey-sign-in', proof)
    expect(answer.status).toBe(200)
    expect((await call(account, 'GET', '/v1/auth/session')).status).toBe(401)
  })

  it('a passkey can be added or removed only in a session that was confirmed within ten minutes', async () => {
    const account = await registerAccount(test)
    const { id } = await addPasskey(test, account)
    test.clock.advance(10 * MINUTE_MS)
    const required = { status: 403, json: { code: 'confirmation_required' } }
    expect(await call(account, 'POST', '/v1/auth/passkeys/options')).toMatchObject(required)
    expect(await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)).toMatchObject(required)
    const wrong = await call(account, 'POST', '/v1/auth/confirmation', { password: 'wrong one' })
    expect(wrong).toMatchObject({ status: 401, json: { code: 'wrong_credentials' } })
    expect(await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)).toMatchObject(required)
    const right = await call(account, 'POST', '/v1/auth/confirmation', { password: PASSWORD })
    expect(right.status).toBe(200)
    expect((await call(account, 'POST', '/v1/auth/passkeys/options')).status).toBe(201)
    expect((await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)).status).toBe(200)
  })

  it('a passkey is not shown to other members, who can neither rename nor remove it', async () => {
    const account = await registerAccount(test)
    const other = await registerAccount(test)
    const { id } = await addPasskey(test, account)
    expect((await listOf(other)).passkeys).toEqual([])
    const renamed = await call(other, 'PATCH', `/v1/auth/passkeys/${id}`, { name: 'Mine' })
    expect(renamed.status).toBe(404)
    expect((await call(other, 'DELETE', `/v1/auth/passkeys/${id}`)).status).toBe(404)
    expect((await listOf(account)).passkeys).toMatchObject([{ id, name: 'Phone' }])
  })

  it('a passkey is registered once, and a member has at most twenty', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const taken = { status: 409, json: { code: 'passkey_taken' } }
    expect((await addPasskey(test, account, { passkey })).answer).toMatchObject(taken)
    const other = await registerAccount(test)
    expect((await addPasskey(test, other, { passkey })).answer).toMatchObject(taken)
    for (let n = 1; n < 20; n += 1) await addPasskey(test, account)
    expect((await listOf(account)).passkeys).toHaveLength(20)
    const tooMany = await call(account, 'POST', '/v1/auth/passkeys/options')
    expect(tooMany).toMatchObject({ status: 409, json: { code: 'too_many_passkeys' } })
  })

  it('a passkey is reported by e-mail to a verified address, and to no other address', async () => {
    const account = await registerAccount(test)
    const subjects = async () => (await readMails(test, account.email)).map((mail) => mail.subject)
    await addPasskey(test, account)
    expect(await subjects()).toEqual([])
    await verifyEmail(account)
    const { id } = await addPasskey(test, account)
    await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)
    // E-mails that were queued in the same millisecond have no defined order.
    expect((await subjects()).toSorted()).toEqual([
      'A passkey was added',
      'A passkey was removed',
      'Confirm your e-mail address',
    ])
  })

  it('a passkey is reported by e-mail even after notices have used up the merchant account’s e-mail quota', async () => {
    const account = await registerAccount(test)
    await verifyEmail(account)
    const { context } = test.host
    const created_at = context.now().toISOString()
    const noticed = Array.from({ length: MAX_MAILS_A_DAY }, () => ({
      ...{ id: createId(context), tenant_id: account.tenantId, cause: null, sealed_message: '' },
      ...{ status: 'sent' as const, attempt: 1, due_at: created_at, created_at },
      ...{ completed_at: created_at, last_error: null },
    }))
    await context.db.kysely.insertInto('mails').values(noticed).execute()
    await addPasskey(test, account)
    const subjects = (await readMails(test, account.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A passkey was added')
  })

  it('a removed member’s passkey is deleted with all of its records, and can no longer sign in', async () => {
    const owner = await registerAccount(test)
    const { json } = await call(owner, 'POST', '/v1/invitations', { role: 'owner' })
    const invitation = new URL(json.url).hash.replace('#invitation=', '')
    const email = 'removed@passkeys.example.test'
    const joined = await call(null, 'POST', '/v1/auth/register', {
      email,
      password: PASSWORD,
      invitation,
    })
    const member = { tenantId: owner.tenantId, headers: { ...owner.headers } }
    member.headers.cookie = readCookie(joined) ?? ''
    const { passkey } = await addPasskey(test, member)
    await confirmBy(test, member, passkey)
    await call(member, 'POST', '/v1/auth/second-factor')
    const pending = await passPassword(test, email)
    const proof = await proveBy(test, passkey, '/v1/auth/second-factor/options', { by: pending })
    const members = (await call(owner, 'GET', '/v1/members')).json
    const id = members.find((one: { email: string }) => one.email === email).id
    expect((await call(owner, 'DELETE', `/v1/members/${id}`)).status).toBe(200)
    expect((await call(member, 'GET', '/v1/auth/passkeys')).status).toBe(401)
    expect(await signInBy(test, passkey)).toMatchObject({ status: 403 })
    expect((await call(pending, 'POST', '/v1/auth/second-factor/verify', proof)).status).toBe(401)
    for (const table of ['passkeys', 'member_factors', 'recovery_codes'] as const) {
      const rows = await test.host.context.db.kysely
        .selectFrom(table)
        .select('member_id')
        .where('member_id', '=', id)
        .execute()
      expect(rows).toEqual([])
    }
  })
})

describe('The second factor', () => {
  it('the second factor can be enabled only shortly after a passkey was used', async () => {
    const account = await registerAccount(test)
    const missing = await call(account, 'POST', '/v1/auth/second-factor')
    expect(missing).toMatchObject({ status: 409, json: { code: 'passkey_missing' } })
    const { passkey } = await addPasskey(test, account)
    const unproven = await call(account, 'POST', '/v1/auth/second-factor')
    expect(unproven).toMatchObject({ status: 403, json: { code: 'confirmation_required' } })
    await confirmBy(test, account, passkey)
    const on = await call(account, 'POST', '/v1/auth/second-factor')
    expect(on.status).toBe(201)
    expect(new Set(on.json.recoveryCodes).size).toBe(10)
    const again = await call(account, 'POST', '/v1/auth/second-factor')
    expect(again).toMatchObject({ status: 409, json: { code: 'second_factor_on' } })
  })

  it('the second factor, once enabled, ends the sessions that began without it', async () => {
    const account = await registerAccount(test)
    const other = await logIn(test, account.email)
    const { passkey } = await addPasskey(test, account)
    await confirmBy(test, account, passkey)
    await call(account, 'POST', '/v1/auth/second-factor')
    expect((await call(other, 'GET', '/v1/auth/session')).status).toBe(401)
    expect((await call(account, 'GET', '/v1/auth/session')).status).toBe(200)
  })

  it('the second factor is required after a password, as a passkey or a recovery code that works once', async () => {
    const account = await openGuardedAccount(test)
    const first = await passPassword(test, account.email)
    const proof = await proveBy(test, account.passkey, '/v1/auth/second-factor/options', {
      by: first,
    })
    const byPasskey = await call(first, 'POST', '/v1/auth/second-factor/verify', proof)
    const session = await call(sessionOf(test, byPasskey), 'GET', '/v1/auth/session')
    expect(session.json.email).toBe(account.email)
    const [code = ''] = account.recoveryCodes
    const second = await passPassword(test, account.email)
    const recoveryCode = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    const byCode = await call(second, 'POST', '/v1/auth/second-factor/verify', { recoveryCode })
    expect((await listOf(sessionOf(test, byCode))).recoveryCodesLeft).toBe(9)
    const third = await passPassword(test, account.email)
    const used = await call(third, 'POST', '/v1/auth/second-factor/verify', { recoveryCode: code })
    expect(used).toMatchObject({ status: 403, json: { code: 'recovery_code_refused' } })
    expect(used.headers['set-cookie']).toBeUndefined()
    expect(await actionsOf(account)).toContain('recovery_code.used')
  })

  it('the second factor is required after a wallet’s sign-in too, while a passkey alone needs no further factor', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const wallet = await signInWallet(test, account)
    const { passkey } = await addPasskey(test, wallet)
    await confirmBy(test, wallet, passkey)
    await call(wallet, 'POST', '/v1/auth/second-factor')
    const pending = await signInWallet(test, account)
    expect((await call(pending, 'GET', '/v1/auth/session')).status).toBe(401)
    const proof = await proveBy(test, passkey, '/v1/auth/second-factor/options', { by: pending })
    const answer = await call(pending, 'POST', '/v1/auth/second-factor/verify', proof)
    const session = await call(sessionOf(test, answer), 'GET', '/v1/auth/session')
    expect(session.json.address).toBe(account.address)
    expect((await signInBy(test, passkey)).status).toBe(200)
  })

  it('the second factor is still required after a password reset', async () => {
    const account = await openGuardedAccount(test)
    const pending = await passPassword(test, account.email)
    await call(null, 'POST', '/v1/auth/password-reset', { email: account.email })
    while ((await sendResets(test.host.context)).more);
    const text = (await readMails(test, account.email)).at(-1)?.text ?? ''
    const code = /#reset-password=(\S+)/.exec(text)?.[1]
    const newPassword = 'another horse battery staple'
    const reset = await call(null, 'POST', '/v1/auth/password-reset/confirm', { code, newPassword })
    expect(reset.status).toBe(200)
    const [recoveryCode] = account.recoveryCodes
    const earlier = await call(pending, 'POST', '/v1/auth/second-factor/verify', { recoveryCode })
    expect(earlier).toMatchObject({ status: 401, json: { code: 'sign_in_ended' } })
    const next = await passPassword(test, account.email, newPassword)
    expect((await call(next, 'GET', '/v1/auth/session')).status).toBe(401)
    const done = await call(next, 'POST', '/v1/auth/second-factor/verify', { recoveryCode })
    expect(done.status).toBe(200)
  })

  it('the second factor is switched off only with a passkey or a recovery code, and the last passkey is removed only with one of these', async () => {
    const account = await openGuardedAccount(test)
    const [passkey] = (await listOf(account)).passkeys
    const required = { status: 403, json: { code: 'confirmation_required' } }
    test.clock.advance(10 * MINUTE_MS)
    const off = () => call(account, 'DELETE', '/v1/auth/second-factor')
    const remove = () => call(account, 'DELETE', `/v1/auth/passkeys/${passkey.id}`)
    expect(await off()).toMatchObject(required)
    expect(await remove()).toMatchObject(required)
    await call(account, 'POST', '/v1/auth/confirmation', { password: PASSWORD })
    expect(await off()).toMatchObject(required)
    expect(await remove()).toMatchObject(required)
    expect(await call(account, 'POST', '/v1/auth/recovery-codes')).toMatchObject(required)
    const [recoveryCode] = account.recoveryCodes
    const confirmed = await call(account, 'POST', '/v1/auth/confirmation', { recoveryCode })
    expect(confirmed.status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect(await listOf(account)).toEqual({
      passkeys: [],
      isSecondFactor: false,
      recoveryCodesLeft: 0,
    })
    expect(await actionsOf(account)).toEqual(
      expect.arrayContaining(['passkey.removed', 'second_factor.disabled']),
    )
    expect((await logIn(test, account.email)).tenantId).toBe(account.tenantId)
  })

  it('the second factor stays on while another passkey remains', async () => {
    const account = await openGuardedAccount(test)
    const { id } = await addPasskey(test, account)
    expect((await call(account, 'DELETE', `/v1/auth/passkeys/${id}`)).status).toBe(200)
    expect((await listOf(account)).isSecondFactor).toBe(true)
    expect((await call(account, 'DELETE', '/v1/auth/second-factor')).status).toBe(200)
    const off = await call(account, 'DELETE', '/v1/auth/second-factor')
    expect(off).toMatchObject({ status: 409, json: { code: 'second_factor_off' } })
  })

  it('the second factor’s new recovery codes invalidate the earlier codes', async () => {
    const account = await openGuardedAccount(test)
    const { status, json } = await call(account, 'POST', '/v1/auth/recovery-codes')
    expect(status).toBe(201)
    const pending = await passPassword(test, account.email)
    const verify = (recoveryCode?: string) =>
      call(pending, 'POST', '/v1/auth/second-factor/verify', { recoveryCode })
    expect((await verify(account.recoveryCodes[0])).status).toBe(403)
    expect((await verify(json.recoveryCodes[9])).status).toBe(200)
  })

  it('the second factor leaves neither recovery codes nor the cookie of a pending sign-in in the database', async () => {
    const account = await openGuardedAccount(test)
    const pending = await passPassword(test, account.email)
    const dump = await dumpDatabase(test.host.context.db)
    for (const code of account.recoveryCodes) {
      expect(dump).not.toContain(code)
      expect(dump).not.toContain(code.replaceAll('-', ''))
    }
    expect(dump).not.toContain(pending.headers.cookie.replace('session=', ''))
  })

  it('the operator can switch off the second factor of a named member', async () => {
    const { context } = test.host
    const account = await openGuardedAccount(test)
    const missing = await dropNamedFactor(context, 'nobody@example.test')
    expect(missing).toMatchObject({ isDone: false })
    expect(await dropNamedFactor(context, account.email)).toMatchObject({ isDone: true })
    expect((await logIn(test, account.email)).tenantId).toBe(account.tenantId)
    const { json } = await call(account, 'GET', '/v2/audit-log?action=second_factor.disabled')
    expect(json.entries).toMatchObject([{ actor: { kind: 'operator', id: null } }])
  })

  it('the second factor leaves no open sign-ins or challenges in the database after they have expired', async () => {
    const account = await openGuardedAccount(test)
    const pending = await passPassword(test, account.email)
    await call(pending, 'POST', '/v1/auth/second-factor/options')
    test.clock.advance(6 * MINUTE_MS)
    await cleanUp(test.host.context)
    const { kysely } = test.host.context.db
    expect(await kysely.selectFrom('pending_sign_ins').select('id').execute()).toEqual([])
    expect(await kysely.selectFrom('passkey_challenges').select('id').execute()).toEqual([])
  })
})
