import { toHex, verifyMessage, verifyTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { TestWallet } from './TestWallet.ts'
import type { TestWalletMode } from './testWalletMode.ts'

const PRIVATE_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const { address } = privateKeyToAccount(PRIVATE_KEY)
const MESSAGE = 'shop.example wants you to sign in.\n\nNonce: 32891756 €'

function personalSign(
  params: readonly unknown[],
  mode: TestWalletMode = 'accept',
): Promise<unknown> {
  return ask('personal_sign', params, mode)
}

function ask(
  method: string,
  params: readonly unknown[],
  mode: TestWalletMode = 'accept',
): Promise<unknown> {
  const rpcUrls = { 31337: 'http://127.0.0.1:1' }
  const wallet = new TestWallet({ rpcUrls, privateKey: PRIVATE_KEY, mode })
  const { request } = wallet.provider
  if (typeof request !== 'function') throw new Error('The provider takes no requests.')
  return request({ method, params })
}

describe('personal_sign of the test wallet', () => {
  it.each([
    ['in hex, as the method has it', toHex(MESSAGE)],
    ['as plain text, as some pages send it', MESSAGE],
  ])(
    'personal_sign of the test wallet signs a message %s, as EIP-191 specifies',
    async (_, data) => {
      const signature = await personalSign([data, address])
      expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
      const signed = {
        address,
        message: MESSAGE,
        signature: `0x${String(signature).slice(2)}`,
      } as const
      expect(await verifyMessage(signed)).toBe(true)
    },
  )

  it.each([
    [
      'an account that is not the wallet’s',
      [toHex(MESSAGE), `0x${'11'.repeat(20)}`],
      'accept',
      4100,
    ],
    ['no account', [toHex(MESSAGE)], 'accept', 4100],
    ['no message', [undefined, address], 'accept', -32602],
    ['what the person rejects', [toHex(MESSAGE), address], 'reject', 4001],
    ['anything while it is locked', [toHex(MESSAGE), address], 'lock', 4100],
  ] as const)('personal_sign of the test wallet rejects %s', async (_, params, mode, code) => {
    await expect(personalSign(params, mode)).rejects.toMatchObject({ code })
  })
})

describe('eth_signTypedData_v4 of the test wallet', () => {
  const data = {
    domain: { name: 'Example', chainId: 31_337 },
    types: { Transfer: [{ name: 'amount', type: 'uint128' }] },
    primaryType: 'Transfer',
    message: { amount: '340282366920938463463374607431768211455' },
  } as const

  it('eth_signTypedData_v4 of the test wallet signs as EIP-712 specifies, with amounts as text', async () => {
    const signature = await ask('eth_signTypedData_v4', [address, JSON.stringify(data)])
    const message = { amount: 2n ** 128n - 1n }
    const signed = { ...data, address, message, signature: toSignature(signature) }
    expect(await verifyTypedData(signed)).toBe(true)
  })

  it('eth_signTypedData_v4 of the test wallet signs nothing that the payer rejects, and nothing for another account', async () => {
    const text = JSON.stringify(data)
    await expect(ask('eth_signTypedData_v4', [address, text], 'reject')).rejects.toMatchObject({
      code: 4001,
    })
    const other = `0x${'11'.repeat(20)}`
    await expect(ask('eth_signTypedData_v4', [other, text])).rejects.toMatchObject({ code: 4100 })
  })
})

function toSignature(value: unknown): `0x${string}` {
  return `0x${String(value).slice(2)}`
}
