import { type Hex, hexToBytes, parseSignature, serializeSignature, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, readCookie } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { SIGNERS, type Signer, tronWeb } from '../support/walletSigners.ts'
import { getChallenge, refusalOf, verify, type WalletChallenge } from '../support/walletSignIn.ts'

const FIVE_MINUTES_MS = 5 * 60_000
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const REFUSED = { status: 401, json: { code: 'sign_in_refused' } }
/** Addresses that belong to none of the test wallets, by kind of wallet. */
const STRANGER = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test?.[Symbol.asyncDispose]())

/** Functions that change one line or one character of a message, each with the name of the change. */
const EDITS: [string, (message: string, wallet: Signer) => string][] = [
  ['the domain', (message) => message.replace(/^localhost/, 'evil.example')],
  ['a subdomain in front', (message) => `www.${message}`],
  ['a scheme in front', (message) => `https://${message}`],
  ['another port', (message) => message.replace(/^localhost:\d+/, 'localhost:1')],
  ['the other kind of account', (message) => swap(message, 'Ethereum', 'Tron')],
  [
    'another address',
    (message, { address, walletType }) => message.replace(address, STRANGER[walletType]),
  ],
  [
    'the address in upper case',
    (message, { address }) => message.replace(address, address.toUpperCase()),
  ],
  ['another statement', (message) => message.replace('manage', 'lose')],
  ['no statement', (message) => message.replace(/Sign in to .*\n/, '')],
  ['a second statement', (message) => message.replace('payments.\n', 'payments.\nAll of them.\n')],
  ['another URI', (message) => message.replace(/URI: .*/, 'URI: https://evil.example')],
  ['a path in the URI', (message) => message.replace(/(URI: .*)/, '$1/')],
  ['another version', (message) => message.replace('Version: 1', 'Version: 2')],
  ['another chain', (message) => message.replace(/Chain ID: \d+/, 'Chain ID: 8453')],
  ['a zero in front of the chain', (message) => message.replace('Chain ID: ', 'Chain ID: 0')],
  ['another nonce', (message) => message.replace(/Nonce: .*/, `Nonce: ${'A'.repeat(22)}`)],
  ['a nonce that is cut off', (message) => message.replace(/(Nonce: .*).\n/, '$1\n')],
  ['a later issue', (message) => message.replace(/Issued At: ..../, 'Issued At: 2099')],
  [
    'a later expiry',
    (message) => message.replace(/Expiration Time: ..../, 'Expiration Time: 2099'),
  ],
  ['no expiry', (message) => message.replace(/\nExpiration Time: .*/, '')],
  ['a not-before line', (message) => `${message}\nNot Before: 2020-01-01T00:00:00Z`],
  ['a request id', (message) => `${message}\nRequest ID: 1`],
  ['resources', (message) => `${message}\nResources:\n- https://evil.example`],
  ['two lines in another order', (message) => message.replace(/(Version.*)\n(Chain.*)/, '$2\n$1')],
  ['a line feed at the end', (message) => `${message}\n`],
  ['a line feed at the start', (message) => `\n${message}`],
  ['a space at the end', (message) => `${message} `],
  ['a space at the end of a line', (message) => message.replace('Version: 1', 'Version: 1 ')],
  ['two spaces', (message) => message.replace('Nonce: ', 'Nonce:  ')],
  ['a no-break space', (message) => message.replace('Nonce: ', 'Nonce:\u00a0')],
  ['CRLF', (message) => message.replaceAll('\n', '\r\n')],
  ['carriage returns', (message) => message.replaceAll('\n', '\r')],
  ['line separators', (message) => message.replaceAll('\n', '\u2028')],
  ['a Cyrillic o', (message) => message.replace('o', '\u043e')],
  ['a fullwidth letter', (message) => message.replace('w', '\uff57')],
  ['a zero-width space', (message) => message.replace(' ', '\u200b ')],
  ['a byte order mark', (message) => `\ufeff${message}`],
  ['a direction override', (message) => `\u202e${message}`],
  ['a combining mark', (message) => message.replace('i', 'i\u0301')],
  ['all in upper case', (message) => message.toUpperCase()],
  ['the repeated message', (message) => `${message}\n${message}`],
  ['a message from another protocol', () => 'I agree to everything.'],
]

/** Functions that return a signature that does not match the wallet and the message, each with its name and the response's status. */
const FORGERIES: [
  string,
  400 | 401,
  (message: string, wallet: Signer) => string | Promise<string>,
][] = [
  ['by another key', 401, async (message, wallet) => newWallet(wallet).sign(message)],
  ['of another message', 401, (message, wallet) => wallet.sign(`${message}.`)],
  ['of nothing', 401, (_, wallet) => wallet.sign('')],
  ['from the other kind of wallet with the same key', 401, signAsOtherKind],
  [
    'of EIP-712 typed data',
    401,
    (message, { account }) => account.signTypedData(typedData(message)),
  ],
  ['from Tron message signing v1', 401, (message, wallet) => signTronV1(message, wallet, true)],
  [
    'from Tron message signing v1 with Ethereum’s header',
    401,
    (message, wallet) => signTronV1(message, wallet, false),
  ],
  [
    'of the bare hash of the message',
    401,
    (message, { account }) => account.sign({ hash: padHash(message) }),
  ],
  ['with s in the upper half', 401, async (message, wallet) => toHighS(await wallet.sign(message))],
  [
    'with the other parity',
    401,
    async (message, wallet) => setV(await wallet.sign(message), 'flip'),
  ],
  ['with v 2', 401, async (message, wallet) => setV(await wallet.sign(message), '02')],
  [
    'with v 37, as in EIP-155',
    401,
    async (message, wallet) => setV(await wallet.sign(message), '25'),
  ],
  [
    'with one bit changed in r',
    401,
    async (message, wallet) => flipBit(await wallet.sign(message), 5),
  ],
  [
    'with one bit changed in s',
    401,
    async (message, wallet) => flipBit(await wallet.sign(message), 40),
  ],
  ['with r and s swapped', 401, async (message, wallet) => swapScalars(await wallet.sign(message))],
  ['with zeros for r and s', 401, () => `0x${'00'.repeat(64)}1b`],
  ['with the largest r and s', 401, () => `0x${'ff'.repeat(64)}1b`],
  ['with r of one and s of one', 401, () => `0x${toWord(1n)}${toWord(1n)}1b`],
  ['with a byte at the end', 401, async (message, wallet) => `${await wallet.sign(message)}00`],
  [
    'with a byte at the start',
    401,
    async (message, wallet) => `00${strip(await wallet.sign(message))}`,
  ],
  ['twice', 401, async (message, wallet) => strip(await wallet.sign(message)).repeat(2)],
  [
    'marked as ERC-6492',
    401,
    async (message, wallet) => `${await wallet.sign(message)}${'6492'.repeat(16)}`,
  ],
  ['of only the ERC-6492 mark', 401, () => '6492'.repeat(40)],
  [
    'without its last byte',
    400,
    async (message, wallet) => (await wallet.sign(message)).slice(0, -2),
  ],
  [
    'without its last digit',
    400,
    async (message, wallet) => (await wallet.sign(message)).slice(0, -1),
  ],
  ['in the compact form of EIP-2098', 400, () => `0x${'11'.repeat(64)}`],
  ['with 0X', 400, async (message, wallet) => `0X${strip(await wallet.sign(message))}`],
  ['with 0x twice', 400, async (message, wallet) => `0x${await wallet.sign(message)}`],
  ['with a space at the start', 400, async (message, wallet) => ` ${await wallet.sign(message)}`],
  [
    'with a line feed at the end',
    400,
    async (message, wallet) => `${await wallet.sign(message)}\n`,
  ],
  [
    'with an invalid digit',
    400,
    async (message, wallet) => `${(await wallet.sign(message)).slice(0, -1)}g`,
  ],
  ['with fullwidth digits', 400, () => `0x${'１１'.repeat(65)}`],
  [
    'in base 64',
    400,
    async (message, wallet) =>
      Buffer.from(hexToBytes(asHex(await wallet.sign(message)))).toString('base64'),
  ],
  ['longer than any account’s signature', 400, () => `0x${'11'.repeat(8_193)}`],
  ['that is empty', 400, () => ''],
]

describe.each(SIGNERS)('A challenge for a wallet of kind $walletType', ({ walletType, create }) => {
  it('a challenge rejects a changed message with either signature, and a signature over a changed message', async () => {
    const wallet = create()
    const challenge = await getChallenge(test, { address: wallet.address })
    const genuine = await wallet.sign(challenge.message)
    for (const [name, edit] of EDITS) {
      const message = edit(challenge.message, wallet)
      expect(message, name).not.toBe(challenge.message)
      const signed = await wallet.sign(message)
      expect
        .soft(await verify(test, { ...challenge, message }, signed), name)
        .toMatchObject(REFUSED)
      expect
        .soft(await verify(test, { ...challenge, message }, genuine), name)
        .toMatchObject(REFUSED)
      expect.soft(await verify(test, challenge, signed), name).toMatchObject(REFUSED)
    }
    expect(EDITS.length).toBeGreaterThanOrEqual(40)
    // The challenge still works, so no attempt used it up, and only the forgeries caused the rejections.
    expect((await verify(test, challenge, genuine)).status).toBe(200)
  })

  it.each(FORGERIES)('The sign-in rejects a signature %s', async (_, status, forge) => {
    const wallet = create()
    const challenge = await getChallenge(test, { address: wallet.address })
    const forged = await verify(test, challenge, await forge(challenge.message, wallet))
    expect(forged.status).toBe(status)
    expect(forged.json.code).toBe(status === 401 ? 'sign_in_refused' : 'validation_failed')
    if (status === 400) expect(forged.json.errors[0].field).toBe('signature')
    expect(readCookie(forged)).toBeNull()
    expect((await verify(test, challenge, await wallet.sign(challenge.message))).status).toBe(200)
  })

  it('a challenge accepts a signature in every encoding that wallets use', async () => {
    const wallet = create()
    const spellings: ((signature: string) => string)[] = [
      (signature) => signature,
      (signature) => strip(signature),
      (signature) => `0x${strip(signature).toUpperCase()}`,
      (signature) => setV(signature, signature.endsWith('1b') ? '00' : '01'),
    ]
    for (const spell of spellings) {
      const challenge = await getChallenge(test, { address: wallet.address })
      const signature = spell(await wallet.sign(challenge.message))
      expect((await verify(test, challenge, signature)).status).toBe(200)
    }
  })

  it('a challenge starts only one session, even if its signature arrives again in other encodings', async () => {
    const wallet = create()
    const challenge = await getChallenge(test, { address: wallet.address })
    const signature = await wallet.sign(challenge.message)
    expect((await verify(test, challenge, signature)).status).toBe(200)
    for (const again of [
      signature,
      strip(signature),
      toHighS(signature),
      signature.toUpperCase().replace('0X', '0x'),
    ]) {
      expect(await verify(test, challenge, again)).toMatchObject(REFUSED)
    }
  })

  it('a challenge returns the same error when it is unknown, expired, used, wrongly signed, or belongs to another wallet', async () => {
    const [wallet, other] = [create(), create()]
    const answers = await refusals(wallet, other)
    const [unknown] = answers
    for (const [name, answer] of answers) {
      expect(refusalOf(answer), name).toEqual(refusalOf(unknown?.[1] ?? answer))
      expect(comparable(answer.headers), name).toEqual(comparable(unknown?.[1].headers ?? {}))
    }
    expect(answers.length).toBe(12)
    expect(unknown?.[1]).toMatchObject(REFUSED)
    expect(walletType).toBe(wallet.walletType)
  })
})

/** Sends each kind of invalid challenge, and returns its name and the response. */
async function refusals(wallet: Signer, other: Signer) {
  const expired = await getChallenge(test, { address: wallet.address })
  test.clock.advance(FIVE_MINUTES_MS)
  const used = await getChallenge(test, { address: wallet.address })
  await verify(test, used, await wallet.sign(used.message))
  const open = await getChallenge(test, { address: wallet.address })
  const second = await getChallenge(test, { address: wallet.address })
  const others = await getChallenge(test, { address: other.address })
  const send = async (challenge: WalletChallenge, signer = wallet) =>
    verify(test, challenge, await signer.sign(challenge.message))
  return [
    ['unknown', await send({ ...open, challengeId: '01KB4S3F6V3M2N5P7R9T0W1X2Y' })],
    ['of another form', await send({ ...open, challengeId: "' or 1=1 --".replaceAll(' ', '+') })],
    ['in lower case', await send({ ...open, challengeId: open.challengeId.toLowerCase() })],
    ['expired', await send(expired)],
    ['used', await send(used)],
    ['of another wallet, signed by the wallet', await send(others)],
    [
      'of another wallet, with the wallet’s message',
      await send({ ...open, challengeId: others.challengeId }),
    ],
    [
      'another challenge for the same wallet',
      await send({ ...open, challengeId: second.challengeId }),
    ],
    ['with another wallet’s nonce', await send({ ...open, nonce: others.nonce })],
    ['with another nonce for the same wallet', await send({ ...open, nonce: second.nonce })],
    ['with another message for the same wallet', await send({ ...open, message: second.message })],
    ['signed by another wallet', await send(open, other)],
  ] as const
}

/** Returns the headers without those that differ in every response. */
function comparable(headers: Record<string, string>): unknown {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return rest
}

function newWallet({ walletType }: Signer): Signer {
  const kind = SIGNERS.find((candidate) => candidate.walletType === walletType) ?? SIGNERS[0]
  return kind.create()
}

function swap(message: string, left: string, right: string): string {
  return message.includes(left) ? message.replace(left, right) : message.replace(right, left)
}

/** Signs as the other kind of wallet: personal_sign with a Tron wallet's key, or message signing v2 with an EVM wallet's key. */
async function signAsOtherKind(message: string, wallet: Signer): Promise<string> {
  return wallet.walletType === 'tron'
    ? wallet.account.signMessage({ message })
    : tronWeb.trx.signMessageV2(message, wallet.privateKey)
}

/** Signs with TronWeb's version 1, which signs the bytes that a hex string represents. */
async function signTronV1(message: string, wallet: Signer, tronHeader: boolean): Promise<string> {
  return tronWeb.trx.sign(toHex(message).slice(2), wallet.privateKey, tronHeader)
}

function typedData(message: string) {
  return {
    domain: { name: 'localhost', version: '1', chainId: 1 },
    types: { Message: [{ name: 'text', type: 'string' }] },
    primaryType: 'Message',
    message: { text: message },
  } as const
}

function padHash(message: string): Hex {
  return `0x${toHex(message).slice(2, 66)}`
}

function toHighS(signature: string): string {
  const { r, s, yParity } = parseSignature(asHex(signature))
  const twin = toHex(ORDER - BigInt(s), { size: 32 })
  return serializeSignature({ r, s: twin, yParity: 1 - yParity })
}

function setV(signature: string, v: string): string {
  const flipped = signature.endsWith('1b') ? '1c' : '1b'
  return signature.slice(0, -2) + (v === 'flip' ? flipped : v)
}

function flipBit(signature: string, byte: number): string {
  const bytes = hexToBytes(asHex(signature))
  bytes[byte] = (bytes[byte] ?? 0) ^ 1
  return toHex(bytes)
}

function swapScalars(signature: string): string {
  const digits = strip(signature)
  return `0x${digits.slice(64, 128)}${digits.slice(0, 64)}${digits.slice(128)}`
}

function toWord(value: bigint): string {
  return toHex(value, { size: 32 }).slice(2)
}

function strip(signature: string): string {
  return signature.replace(/^0x/, '')
}

function asHex(signature: string): Hex {
  return `0x${strip(signature)}`
}
