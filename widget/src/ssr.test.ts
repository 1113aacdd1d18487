import { expect, test } from 'vitest'
import { renderOnServer } from './testing/renderOnServer.ts'

const facts = {
  token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  apiBase: 'https://pay.example',
  clientId: 'cli_1',
  payUrl: 'https://pay.example/',
  hostedUrl: 'https://pay.example/?token=01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
}

test('Node renders the element as a declarative shadow root with its skeleton, without a request to a service', async () => {
  const calls: unknown[] = []
  const { fetch } = globalThis
  globalThis.fetch = (...call) => {
    calls.push(call)
    return Promise.reject(new Error('Nothing is to be fetched on a server.'))
  }
  try {
    const html = await renderOnServer(facts)
    expect(html).toMatch(/<template shadowroot="open" shadowrootmode="open"><style>/)
    expect(html).toMatch(/part="card"[\s\S]*class="skeleton amount-line"/)
    expect(html).toContain('>Loading payment<')
    // The page's link stays in the page, and the shadow root shows it.
    expect(html).toMatch(
      /<slot><\/slot>[\s\S]*<\/template><!--.*?--><a href="https:\/\/pay\.example\/\?token=/,
    )
    expect(calls).toEqual([])
  } finally {
    globalThis.fetch = fetch
  }
})

test('A page’s input is escaped in every position', async () => {
  const html = await renderOnServer({ ...facts, token: '"><script>alert(1)</script>' })
  expect(html).not.toContain('<script')
})
