import { constants } from 'node:fs'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import type { MailMessage } from './mailMessage.ts'

/** Sends e-mails. An e-mail that is sent again with the same id has the same Message-ID. */
export type MailTransport = {
  /** Rejects with the mail server's error, which may contain the address. */
  send(id: string, message: MailMessage, signal: AbortSignal): Promise<void>
  /** Rejects if the server cannot be reached, or does not accept the login; sends nothing. */
  verify(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
/** The maximum time for which a mail server may send nothing. */
const SILENCE_TIMEOUT_MS = 20_000

/** Opens the e-mail transport: a mail server, or a folder of `.eml` files. */
export function openMailTransport({ url, from }: MailConfig): MailTransport {
  const parsed = new URL(url)
  return parsed.protocol === 'file:' ? openFolder(parsed, from) : openServer(parsed, from)
}

/** Opens one connection per e-mail: there are few e-mails, and a server closes idle connections. */
function openServer(url: URL, from: string): MailTransport {
  const isSecure = url.protocol === 'smtps:'
  const hasLogin = url.username !== ''
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    // A password never leaves this machine unencrypted.
    requireTLS: !isSecure && hasLogin,
    ...(hasLogin && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...NO_FILES,
  })
  return {
    async send(id, message, signal) {
      await transport.sendMail({ ...fields(id, message, from), signal })
    },
    async verify() {
      await transport.verify()
    },
  }
}

/** Writes each e-mail to a file, and renames the file when it is complete, so that a reader never sees a partial one. */
function openFolder(url: URL, from: string): MailTransport {
  const folder = fileURLToPath(url)
  const transport = createTransport({ streamTransport: true, buffer: true, ...NO_FILES })
  return {
    async send(id, message, signal) {
      const { message: bytes } = await transport.sendMail(fields(id, message, from))
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${id}.eml`)
      await writeFile(`${path}.part`, bytes, { signal })
      await rename(`${path}.part`, path)
    },
    async verify() {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
  }
}

/** Prevents the library from loading a path or URL that a message contains. */
const NO_FILES = { disableFileAccess: true, disableUrlAccess: true }

function fields(id: string, { to, subject, text, html }: MailMessage, from: string) {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    messageId: `<${id}@${domain}>`,
    // The addresses are objects, so that no text is interpreted as a list of addresses.
    from: { name: '', address: from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834: no automatic responder answers an automatic message.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
