import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { hostFile } from '@secure-payment/devnet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { cleanUp } from '../../host/src/jobs/cleanUp.ts'
import { createTimeMender } from '../../host/src/jobs/createTimeMender.ts'
import { createLogger } from '../../host/src/log.ts'
import { MAIL_RESTS_MS } from '../../host/src/mail/mailSchedule.ts'
import { openMailTransport } from '../../host/src/mail/openMailTransport.ts'
import { MAX_MAILS_A_DAY, queueMail } from '../../host/src/mail/queueMail.ts'
import { MAIL_LEASE_MS, sendDueMails } from '../../host/src/mail/sendDueMails.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { type MailServer, startMailServer } from '../support/startMailServer.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const FROM = 'payments@pay.example.test'
const TO = 'merchant@shop.example.test'
const DAY_MS = 86_400_000
const run = promisify(execFile)

let server: MailServer
let test: TestHost
const lines: string[] = []

beforeAll(async () => {
  server = await startMailServer()
  // The host lacks the role `worker`, so each test sends the e-mails itself.
  test = await startTestHost(
    { PAY_ROLE: 'api', PAY_SMTP_URL: server.url, PAY_MAIL_FROM: FROM },
    { log: createLogger('trace', { write: (line) => lines.push(line) }) },
  )
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  server.mode = 'accept'
  await test.host.context.db.kysely.deleteFrom('mails').execute()
})

type Facts = { to?: string; subject?: string; text?: string; tenantId?: string; cause?: string }

function queue(facts: Facts = {}) {
  const { to = TO, subject = 'A payment', text = 'You received 12.5 USDC.' } = facts
  const { context } = test.host
  return context.db.transaction((tx) =>
    queueMail(
      tx,
      context,
      { to, subject, paragraphs: [text] },
      { tenantId: facts.tenantId ?? null, cause: facts.cause ?? null },
    ),
  )
}

async function queueOne(facts: Facts = {}): Promise<string> {
  const queued = await queue(facts)
  if (typeof queued === 'string') throw new Error(`The e-mail was ${queued}.`)
  return queued.id
}

const send = (url = server.url) =>
  sendDueMails(test.host.context, openMailTransport({ url, from: FROM }))

async function sendAll(): Promise<void> {
  while ((await send()).more);
}

const read = (id: string) =>
  test.host.context.db.kysely
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Returns a row's received e-mails, which their Message-ID identifies. */
const receivedOf = (id: string) =>
  server.received.filter(({ raw }) => raw.includes(`Message-ID: <${id}@pay.example.test>`))

describe('The e-mail outbox', () => {
  it('the e-mail outbox sends an e-mail once, as text and HTML, with a Message-ID from its row', async () => {
    const id = await queueOne()
    await send()
    await send()
    const [mail, ...others] = receivedOf(id)
    expect(others).toEqual([])
    expect(mail?.to).toEqual([TO])
    expect(mail?.raw).toContain(`From: ${FROM}`)
    expect(mail?.raw).toContain(`To: ${TO}`)
    expect(mail?.raw).toContain('Subject: A payment')
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated')
    expect(mail?.raw).toContain('Content-Type: text/plain')
    expect(mail?.raw).toContain('<p>You received 12.5 USDC.</p>')
    expect(await read(id)).toMatchObject({ status: 'sent', attempt: 1, sealed_message: '' })
  })

  it('the e-mail outbox stores and logs no address or text in plaintext', async () => {
    const secret = 'planted-7f3a@shop.example.test'
    await queueOne({ to: secret, text: 'planted-text-7f3a' })
    expect(JSON.stringify(await dumpDatabase(test.host.context.db))).not.toContain('planted')
    server.mode = 'reject'
    await send()
    expect(lines.join()).toContain('Gave up on an e-mail')
    expect(lines.join()).not.toContain('planted')
  })

  it('the e-mail outbox sends nothing if the transaction that queued the e-mail fails', async () => {
    const { context } = test.host
    const failing = context.db.transaction(async (tx) => {
      await queueMail(
        tx,
        context,
        { to: TO, subject: 'Never', paragraphs: [] },
        { tenantId: null, cause: null },
      )
      throw new Error('The cause failed.')
    })
    await expect(failing).rejects.toThrow('The cause failed.')
    const before = server.received.length
    await send()
    expect(server.received).toHaveLength(before)
  })

  it('the e-mail outbox sends one e-mail per cause', async () => {
    await queueOne({ cause: 'endpoint 1, 28 November' })
    expect(await queue({ cause: 'endpoint 1, 28 November' })).toBe('repeated')
    await queueOne({ cause: 'endpoint 1, 29 November' })
  })

  it('the e-mail outbox sends each e-mail once when several senders run at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => queueOne()))
    await Promise.all([sendAll(), sendAll(), sendAll()])
    expect(ids.map((id) => receivedOf(id).length)).toEqual(ids.map(() => 1))
  })
})

describe('A merchant', () => {
  it('a merchant gets at most 200 e-mails in 24 hours, and does not delay other merchants’ e-mails', async () => {
    const { tenantId } = await test.createTenant()
    for (let count = 0; count < MAX_MAILS_A_DAY; count += 1) await queueOne({ tenantId })
    expect(MAX_MAILS_A_DAY).toBe(200)
    expect(await queue({ tenantId })).toBe('limited')
    const other = await queueOne({ tenantId: BOOTSTRAP_TENANT_ID })
    await send()
    expect(receivedOf(other)).toHaveLength(1)
    test.clock.advance(DAY_MS)
    await queueOne({ tenantId })
  })
})

describe('A failing mail server', () => {
  it('a failing mail server that defers an e-mail gets it again, after growing delays, until no attempts remain', async () => {
    const id = await queueOne()
    server.mode = 'defer'
    for (const restMs of MAIL_RESTS_MS) {
      await send()
      const { due_at, status, last_error } = await read(id)
      expect({ status, last_error }).toEqual({ status: 'pending', last_error: 'EENVELOPE 451' })
      expect(Date.parse(due_at) - test.clock.now().getTime()).toBe(restMs)
      test.clock.advance(restMs)
    }
    await send()
    expect(await read(id)).toMatchObject({
      status: 'dead',
      attempt: MAIL_RESTS_MS.length + 1,
      sealed_message: '',
    })
  })

  it('a failing mail server that rejects the recipient gets no further attempts', async () => {
    const id = await queueOne()
    server.mode = 'reject'
    await send()
    expect(await read(id)).toMatchObject({
      status: 'dead',
      attempt: 1,
      last_error: 'EENVELOPE 550',
      sealed_message: '',
    })
  })

  it('a mail server that rejects the sender gets the e-mail again, because the operator can correct the sender', async () => {
    const id = await queueOne()
    server.mode = 'rejectSender'
    await send()
    expect(await read(id)).toMatchObject({ status: 'pending', last_error: 'EENVELOPE 550' })
    server.mode = 'accept'
    test.clock.advance(MAIL_RESTS_MS[0] ?? 0)
    await send()
    expect(receivedOf(id)).toHaveLength(1)
  })

  it('a failing mail server that dies before its response gets the same Message-ID again', async () => {
    const id = await queueOne()
    server.mode = 'die'
    await send()
    expect((await read(id)).status).toBe('pending')
    server.mode = 'accept'
    test.clock.advance(MAIL_RESTS_MS[0] ?? 0)
    await send()
    expect(receivedOf(id)).toHaveLength(2)
    expect((await read(id)).status).toBe('sent')
  })

  it('a failing mail server that refuses connections gets the e-mail at a later attempt', async () => {
    const closed = await startMailServer()
    await closed[Symbol.asyncDispose]()
    const id = await queueOne()
    await send(closed.url)
    expect(await read(id)).toMatchObject({ status: 'pending', attempt: 1 })
    test.clock.advance(MAIL_RESTS_MS[0] ?? 0)
    await send()
    expect(receivedOf(id)).toHaveLength(1)
  })

  it('a failing mail server that hangs does not delay a stopping host, and another host sends the e-mail after the lease expires', async () => {
    await using hanging = await startMailServer()
    hanging.mode = 'hang'
    const id = await queueOne()
    const stopping = new AbortController()
    const { context } = test.host
    const sending = sendDueMails(
      { ...context, signal: stopping.signal },
      openMailTransport({ url: hanging.url, from: FROM }),
    )
    await waitUntil(() => hanging.connections === 1)
    stopping.abort()
    await sending
    await send()
    expect(receivedOf(id)).toHaveLength(0)
    test.clock.advance(MAIL_LEASE_MS)
    await send()
    expect(receivedOf(id)).toHaveLength(1)
  })

  it('a failing mail server without TLS never gets a password', async () => {
    const id = await queueOne()
    await send(server.url.replace('smtp://', 'smtp://user:planted-password@'))
    expect(await read(id)).toMatchObject({
      status: 'pending',
      last_error: expect.stringMatching(/^ETLS\b/),
    })
    const sent = server.commands.join('\n')
    expect(sent).not.toContain('AUTH')
    expect(lines.join()).not.toContain('planted-password')
  })
})

describe('A clock that was ahead', () => {
  it('a clock that was ahead delays no e-mail beyond the longest pause between attempts', async () => {
    const late = await queueOne()
    const { context } = test.host
    const longest = await queueOne()
    const dueIn = (id: string, ms: number) =>
      context.db.kysely
        .updateTable('mails')
        .set({ due_at: new Date(context.now().getTime() + ms).toISOString() })
        .where('id', '=', id)
        .execute()
    await dueIn(late, 30 * DAY_MS)
    await dueIn(longest, Math.max(...MAIL_RESTS_MS))
    await createTimeMender(context)()
    await send()
    expect([receivedOf(late).length, receivedOf(longest).length]).toEqual([1, 0])
  })
})

describe('An e-mail’s text', () => {
  it('an e-mail’s text adds no header, recipient or markup', async () => {
    const text = 'Paid\r\n.\r\nMAIL FROM:<x@example.test>\r\n<img src="https://example.test/x">'
    const id = await queueOne({ subject: 'Paid\r\nBcc: thief@example.test\r\n\r\nHello', text })
    await send()
    const [mail, ...others] = receivedOf(id)
    expect(others).toEqual([])
    expect(mail?.to).toEqual([TO])
    expect(mail?.raw).toContain('Subject: Paid Bcc: thief@example.test Hello')
    expect(mail?.raw).not.toMatch(/^Bcc:/m)
    const [plain = '', html = ''] = mail?.raw.split('Content-Type: text/html') ?? []
    expect(plain).toContain('<img')
    expect(html).toContain('&lt;img')
    expect(html).not.toContain('<img')
    expect(server.commands.join('\n')).not.toContain('x@example.test')
  })

  it('an e-mail goes only to a single address without a name', async () => {
    const refused = [
      '',
      'merchant',
      'a@b.test, c@d.test',
      'a@b.test;c@d.test',
      'A <a@b.test>',
      'a@b.test\r\nBcc: c@d.test',
      'a@b.test\u0000',
      `${'a'.repeat(250)}@b.test`,
    ]
    for (const to of refused) await expect(queue({ to }), to).rejects.toThrow('no usable address')
  })
})

describe('A host with the worker role', () => {
  it('a host with the worker role writes e-mails to a folder, where readers see only complete files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'))
    try {
      const id = await queueOne()
      await using _worker = await test.startNeighbour({
        PAY_ROLE: 'worker',
        PAY_SMTP_URL: pathToFileURL(folder).href,
      })
      await waitUntil(async () => (await read(id)).status === 'sent')
      expect(await readdir(folder)).toEqual([`${id}.eml`])
      const file = await readFile(join(folder, `${id}.eml`), 'utf8')
      expect(file).toContain(`Message-ID: <${id}@pay.example.test>`)
      expect(file).toContain('You received 12.5 USDC.')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('a host with the worker role sends e-mails while its notices fail', async () => {
    const { schema } = test.host.context.db.kysely
    await schema.alterTable('notices').renameTo('broken_notices').execute()
    try {
      const id = await queueOne()
      await using _worker = await test.startNeighbour({ PAY_ROLE: 'worker' })
      await waitUntil(async () => (await read(id)).status === 'sent')
    } finally {
      await schema.alterTable('broken_notices').renameTo('notices').execute()
    }
  })

  it('a host with the worker role deletes a sent e-mail after 30 days, and keeps a pending one', async () => {
    const sent = await queueOne()
    await send()
    test.clock.advance(30 * 86_400_000)
    const waiting = await queueOne()
    await cleanUp(test.host.context)
    expect((await read(sent)).status).toBe('sent')
    test.clock.advance(1_000)
    await cleanUp(test.host.context)
    await expect(read(sent)).rejects.toThrow()
    expect((await read(waiting)).status).toBe('pending')
  })
})

describe('npm run cli -- mail-test', () => {
  const command = async (env: Record<string, string>, to: string) => {
    const { PATH, TMPDIR } = process.env
    const PAY_DATABASE_URL = test.host.context.config.databaseUrl
    const node = ['--conditions=@secure-payment/source', hostFile('cli'), 'mail-test', to]
    const all = { PATH, ...(TMPDIR && { TMPDIR }), PAY_DATABASE_URL, ...env }
    return run(process.execPath, node, { env: all }).then(
      ({ stdout }) => ({ isDone: true, stdout }),
      ({ stdout }: { stdout: string }) => ({ isDone: false, stdout }),
    )
  }
  const settings = () => ({ PAY_SMTP_URL: server.url, PAY_MAIL_FROM: FROM })

  it('npm run cli -- mail-test sends a test e-mail, or prints the reason why it cannot', async () => {
    const to = 'operator@pay.example.test'
    expect(await command(settings(), to)).toEqual({
      isDone: true,
      stdout: `The mail server accepted the e-mail to ${to}.\n`,
    })
    expect(server.received.at(-1)?.to).toEqual([to])
    server.mode = 'reject'
    expect(await command(settings(), to)).toEqual({
      isDone: false,
      stdout: 'The mail server rejected the e-mail: EENVELOPE 550.\n',
    })
    expect((await command({}, to)).stdout).toContain('Set PAY_SMTP_URL and PAY_MAIL_FROM first')
    expect((await command(settings(), 'nobody')).stdout).toContain('The address is not usable')
  })
})
