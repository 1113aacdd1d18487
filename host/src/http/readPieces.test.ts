import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { createCallSlots } from './createCallSlots.ts'
import { CsvAnswer } from './csvAnswer.ts'
import { readPieces } from './readPieces.ts'
import { sendCsv } from './sendCsv.ts'

const SLOTS = 4
const MEGABYTE = 'x'.repeat(1_048_576)

async function* endless(): AsyncGenerator<string> {
  for (;;) yield MEGABYTE
}

it('readPieces holds a slot while it reads a piece, and none while the piece is sent', async () => {
  let held = 0
  const seen: number[] = []
  const source = async function* () {
    for (const piece of ['a', 'b']) {
      seen.push(held)
      yield piece
    }
  }
  const pieces = readPieces(source(), async () => {
    held += 1
    return () => {
      held -= 1
    }
  })
  const got: [string, number][] = []
  for await (const piece of pieces) got.push([piece, held])
  expect(seen).toEqual([1, 1])
  expect(got).toEqual([
    ['a', 0],
    ['b', 0],
  ])
  expect(held).toBe(0)
})

it('readPieces releases its slot after a failure, and closes its source if the reader ends early', async () => {
  let held = 0
  const takeSlot = async () => {
    held += 1
    return () => {
      held -= 1
    }
  }
  const failing = async function* (): AsyncGenerator<string> {
    yield await Promise.reject(new Error('The database is gone.'))
  }
  await expect(readPieces(failing(), takeSlot).next()).rejects.toThrow('The database is gone.')
  let isEnded = false
  const source = async function* () {
    try {
      yield* ['a', 'b']
    } finally {
      isEnded = true
    }
  }
  for await (const _ of readPieces(source(), takeSlot)) break
  expect([held, isEnded]).toEqual([0, true])
})

it('readers that read nothing hold no slot, and are disconnected', async () => {
  const takeSlot = createCallSlots(SLOTS, 1)
  const ended: Promise<unknown>[] = []
  const server = createServer((_, response) => {
    const pieces = readPieces(endless(), () => takeSlot('pages'))
    const answer = new CsvAnswer(pieces, 'payments.csv')
    ended.push(sendCsv(response, {}, answer, { stallMs: 100 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: SLOTS }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return socket
  })
  try {
    await expect.poll(() => ended.length, { timeout: 30_000 }).toBe(SLOTS)
    // Without the release, each of these readers would hold a slot, and one holder gets at most two of the four.
    await Promise.all(ended)
    const giveBack = await takeSlot('pages')
    giveBack()
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}, 60_000)
