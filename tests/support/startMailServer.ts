import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** An e-mail that the server received; `to` contains the addresses in `RCPT TO`. */
type ReceivedMail = { to: string[]; raw: string }

/** The server's behaviour for the next e-mails. */
type MailServerMode =
  | 'accept'
  /** Rejects the address permanently. */
  | 'reject'
  /** Rejects the sender permanently. */
  | 'rejectSender'
  /** Rejects the address temporarily. */
  | 'defer'
  /** Accepts the connection and sends nothing. */
  | 'hang'
  /** Receives the message and closes the connection before it responds. */
  | 'die'

/** A mail server on loopback. */
export type MailServer = AsyncDisposable & {
  url: string
  mode: MailServerMode
  readonly received: readonly ReceivedMail[]
  /** The lines that clients sent, without the lines of messages. */
  readonly commands: readonly string[]
  readonly connections: number
}

/** Starts a mail server (RFC 5321) without TLS and without login. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const state = { mode: 'accept' as MailServerMode, connections: 0 }
  const server = createServer((socket) => {
    state.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (state.mode === 'hang') return
    socket.write('220 mail.example.test ESMTP\r\n')
    serve(socket, { state, received, commands })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a listening TCP server is always an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    commands,
    get mode() {
      return state.mode
    },
    set mode(mode) {
      state.mode = mode
    },
    get connections() {
      return state.connections
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Records = {
  state: { mode: MailServerMode }
  received: ReceivedMail[]
  commands: string[]
}

function serve(socket: Socket, { state, received, commands }: Records): void {
  let buffer = ''
  let isData = false
  let to: string[] = []
  const answer = (line: string) => {
    commands.push(line)
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'EHLO') return '250 mail.example.test'
    if (word === 'MAIL' && state.mode === 'rejectSender') return '550 5.7.1 Not your address'
    if (word === 'RCPT') {
      if (state.mode === 'reject') return '550 5.1.1 No such mailbox: planted words'
      if (state.mode === 'defer') return '451 4.3.0 Try again later'
      to.push(/<(.*)>/.exec(line)?.[1] ?? '')
    }
    if (word === 'DATA') {
      isData = true
      return '354 Go on'
    }
    if (word === 'QUIT') return '221 Bye'
    return ['MAIL', 'RCPT', 'RSET'].includes(word) ? '250 OK' : '502 5.5.1 Not implemented'
  }
  const endMessage = (raw: string) => {
    received.push({ to, raw })
    to = []
    isData = false
    if (state.mode === 'die') socket.destroy()
    else socket.write('250 Accepted\r\n')
  }
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n'
      const end = buffer.indexOf(mark)
      if (end < 0) return
      const part = buffer.slice(0, end)
      buffer = buffer.slice(end + mark.length)
      if (isData) endMessage(part)
      else socket.write(`${answer(part)}\r\n`)
    }
  })
}
