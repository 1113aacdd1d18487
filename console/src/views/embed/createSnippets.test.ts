import { expect, test } from 'vitest'
import manifest from '../../../../widget/custom-elements.json' with { type: 'json' }
import {
  createPageSnippet,
  createPinnedScript,
  createServerSnippet,
  PAGE_KINDS,
  type PageKind,
  readEmbed,
} from './createSnippets.ts'
import { parseRelease } from './readRelease.ts'

const destinationId =
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@eip155:8453#5A431E5E:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const token = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'
const payUrl = 'https://pay.example.com'
const baseUrl = 'https://api.example.com'
const embed = {
  payment: { token, securePaymentUrl: `${payUrl}/?token=${token}`, requestIds: [] },
  clientId: 'cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G',
  destinationId,
  amount: '24.5',
  accepts: [],
  pins: [destinationId],
}

test('The page’s snippet contains the element’s script, and the element pinned to its destination', () => {
  expect(createPageSnippet(embed, { baseUrl, payUrl }, 'HTML')).toBe(
    `<script type="module" src="https://pay.example.com/widget/secure-payment.js"></script>

<secure-payment
  token="${token}"
  client-id="cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G"
  api-base="https://api.example.com"
  pay-url="https://pay.example.com"
  destination="${destinationId}"
>
  <a href="https://pay.example.com/?token=${token}">Pay now</a>
</secure-payment>`,
  )
})

test('The page’s snippet escapes every attribute value', () => {
  const clientId = 'cli_"><script>alert(1)</script>'
  expect(createPageSnippet({ ...embed, clientId }, { baseUrl, payUrl }, 'HTML')).toContain(
    'client-id="cli_&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"',
  )
})

test('The React snippet passes the same values to the component, by the props that the element’s manifest names', () => {
  expect(
    createPageSnippet(embed, { baseUrl, payUrl }, 'React'),
  ).toBe(`import { SecurePayment } from '@secure-payment/widget/react'

export function Payment() {
  return (
    <SecurePayment
      token="${token}"
      clientId="cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G"
      apiBase="https://api.example.com"
      payUrl="https://pay.example.com"
      destination="${destinationId}"
    >
      <a href="https://pay.example.com/?token=${token}">Pay now</a>
    </SecurePayment>
  )
}`)
  const attributes = manifest.modules
    .flatMap<{ name: string; attributes?: { name: string; fieldName?: string }[] }>(
      ({ declarations }) => declarations,
    )
    .flatMap((one) => one.attributes ?? [])
  const namesIn = (kind: PageKind) =>
    [...createPageSnippet(embed, { baseUrl, payUrl }, kind).matchAll(/^ +([\w-]+)="/gm)].map(
      ([, name]) => name,
    )
  expect(namesIn('React')).toEqual(
    namesIn('HTML').map(
      (attribute) => attributes.find(({ name }) => name === attribute)?.fieldName,
    ),
  )
})

test.each(PAGE_KINDS)(
  'The %s snippet contains no address of a payee that the payment’s rules hide',
  (kind) => {
    const snippet = createPageSnippet({ ...embed, pins: [] }, { baseUrl, payUrl }, kind)
    expect(snippet).toContain(token)
    expect(snippet).not.toContain('destination')
    expect(snippet).not.toContain(destinationId.slice(0, 42))
  },
)

test('The server’s snippet creates the same payment with a key from its environment', () => {
  const snippet = createServerSnippet(embed, { baseUrl })
  expect(snippet).toContain("fetch('https://api.example.com/v2/secure-payments'")
  expect(snippet).toContain("'x-api-key': process.env.SECURE_PAYMENT_API_KEY")
  expect(snippet).toContain(`destinationId: '${destinationId}'`)
  expect(snippet).toContain("amount: '24.5'")
  expect(snippet).not.toMatch(/sk_/)
})

test('A payment in further currencies pins a destination for each, and its server’s snippet states them', () => {
  const other = destinationId.replace(/:0x833\w+$/, ':0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb')
  const several = { ...embed, accepts: ['DAI-base'], pins: [destinationId, other] }
  expect(createPageSnippet(several, { baseUrl, payUrl }, 'HTML')).toContain(
    `destination="${destinationId} ${other}"`,
  )
  expect(createServerSnippet(several, { baseUrl })).toContain("accepts: ['DAI-base'],")
  expect(createServerSnippet(embed, { baseUrl })).not.toContain('accepts')
  const { accepts, pins } = several
  expect(readEmbed(JSON.parse(JSON.stringify(several)))).toMatchObject({ accepts, pins })
  expect(readEmbed({ ...several, pins: [1] })).toBeNull()
})

test('The server’s snippet parses as code', () => {
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => {}).constructor
  expect(() => new AsyncFunction(createServerSnippet(embed, { baseUrl }))).not.toThrow()
})

test('A release’s script is pinned by its hash', () => {
  const release = parseRelease({
    version: '1.2.3',
    folder: '1.2.3-0a1b2c3d',
    entry: 'secure-payment.js',
    integrity: { 'evm-1.js': 'sha384-other', 'secure-payment.js': 'sha384-AbC/+=' },
  })
  if (release === null) throw new Error('The document is a release.')
  expect(createPinnedScript(release, { payUrl })).toBe(`<script
  type="module"
  src="https://pay.example.com/widget/1.2.3-0a1b2c3d/secure-payment.js"
  integrity="sha384-AbC/+="
  crossorigin="anonymous"
></script>`)
})

test.each([
  null,
  'text',
  {},
  { folder: '1', entry: 'a.js' },
  { folder: '1', entry: 'a.js', integrity: { 'b.js': 'sha384-x' } },
  { folder: 1, entry: 'a.js', integrity: { 'a.js': 'sha384-x' } },
])('%j is not a release', (body) => {
  expect(parseRelease(body)).toBeNull()
})

test('readEmbed returns an embed that was stored as JSON unchanged, and null for anything else', () => {
  const payment = {
    token: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
    securePaymentUrl: 'https://pay.example.com/',
  }
  const lists = { accepts: [], pins: ['0x'] }
  const embed = { payment, clientId: 'cli_a', destinationId: '0x', amount: '1', ...lists }
  expect(readEmbed(JSON.parse(JSON.stringify(embed)))).toEqual(embed)
  for (const other of [null, 'x', { ...embed, payment: null }, { ...embed, amount: 1 }]) {
    expect(readEmbed(other)).toBeNull()
  }
})
