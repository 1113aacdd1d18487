import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { CsvAnswer } from './csvAnswer.ts'
import { sendCsv } from './sendCsv.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

/** Serves one CSV; `failed` resolves with the error, or null. */
async function serve(pieces: CsvAnswer['pieces']) {
  let tell: (error: unknown) => void = () => {}
  const failed = new Promise<unknown>((resolve) => {
    tell = resolve
  })
  const listening = createServer((_, response) => {
    sendCsv(response, { 'x-request-id': 'req_1' }, new CsvAnswer(pieces, 'payments.csv')).then(
      () => tell(null),
      (error: unknown) => {
        tell(error)
        if (!response.headersSent) response.writeHead(500).end()
      },
    )
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, failed }
}

async function* failAfter(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces
  throw new Error('The database is gone.')
}

it('sendCsv sends the chunks as one file', async () => {
  const { url, failed } = await serve(['a,b\r\n', '1,2\r\n'])
  const answer = await fetch(url)
  expect(await answer.text()).toBe('a,b\r\n1,2\r\n')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="payments.csv"',
    'x-request-id': 'req_1',
  })
  expect(await failed).toBeNull()
})

it('sendCsv sends an empty file', async () => {
  const { url } = await serve([])
  const answer = await fetch(url)
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: '' })
})

it('sendCsv sends nothing if the first chunk fails', async () => {
  const { url, failed } = await serve(failAfter())
  expect((await fetch(url)).status).toBe(500)
  expect(await failed).toMatchObject({ message: 'The database is gone.' })
})

it('sendCsv breaks the connection when a later chunk fails, so that no partial file looks complete', async () => {
  const { url, failed } = await serve(failAfter('a,b\r\n'))
  const answer = await fetch(url)
  await expect(answer.text()).rejects.toThrow()
  expect(await failed).toMatchObject({ message: 'The database is gone.' })
})
