import { describe, expect, test } from 'vitest'
import { evmWallet } from './evmWallet.ts'
import { tronWallet } from './tronWallet.ts'

const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
/** In UTF-8: 61 c2b7 62 0a. */
const MESSAGE = 'a·b\n'
const SIGNATURE = `0x${'5e'.repeat(65)}`

type Request = { method: string; params?: readonly unknown[] }

function evm(answers: Readonly<Record<string, unknown>>) {
  const asked: Request[] = []
  const info = { id: '1', name: 'Test', rdns: null, icon: null, isLegacy: false, isLastUsed: false }
  const provider = {
    async request(call: Request) {
      asked.push(call)
      return answers[call.method]
    },
  }
  return { asked, wallet: evmWallet({ info, provider }) }
}

describe('an EVM wallet', () => {
  test('an EVM wallet signs the UTF-8 bytes of the message with personal_sign', async () => {
    const { asked, wallet } = evm({
      eth_requestAccounts: [ADDRESS],
      eth_chainId: '0x2105',
      personal_sign: SIGNATURE,
    })
    const account = await wallet.connect()
    expect(account).toMatchObject({ address: ADDRESS, chainId: 8453 })
    expect(await account.sign(MESSAGE)).toBe(SIGNATURE)
    expect(asked.at(-1)).toEqual({
      method: 'personal_sign',
      params: ['0x61c2b7620a', ADDRESS],
    })
  })

  test('an EVM wallet without an account counts as locked', async () => {
    await expect(evm({ eth_requestAccounts: [] }).wallet.connect()).rejects.toMatchObject({
      code: 4100,
    })
    await expect(evm({ eth_requestAccounts: 'x' }).wallet.connect()).rejects.toMatchObject({
      code: 4100,
    })
  })

  test('an EVM wallet that returns no signature is rejected', async () => {
    const { wallet } = evm({
      eth_requestAccounts: [ADDRESS],
      eth_chainId: '0x1',
      personal_sign: null,
    })
    const account = await wallet.connect()
    await expect(account.sign(MESSAGE)).rejects.toMatchObject({ code: 4100 })
  })
})

describe('a Tron wallet', () => {
  const info = { id: '1', name: 'Test', rdns: null, icon: null, isLegacy: false, isLastUsed: false }
  function tron(answers: Readonly<Record<string, unknown>>) {
    const asked: Request[] = []
    const request = async (call: Request): Promise<unknown> => {
      asked.push(call)
      return answers[call.method]
    }
    return { asked, wallet: tronWallet({ info, provider: { request } }) }
  }

  test('a Tron wallet signs the message itself with version 2, without a chain', async () => {
    const { asked, wallet } = tron({
      eth_requestAccounts: [TRON_ADDRESS],
      tron_signMessageV2: SIGNATURE,
    })
    const account = await wallet.connect()
    expect(account).toMatchObject({ address: TRON_ADDRESS, chainId: null })
    expect(await account.sign(MESSAGE)).toBe(SIGNATURE)
    expect(asked.at(-1)).toEqual({ method: 'tron_signMessageV2', params: [MESSAGE] })
  })

  test('a Tron wallet without an account counts as locked', async () => {
    const { wallet } = tron({ eth_requestAccounts: [] })
    await expect(wallet.connect()).rejects.toMatchObject({ code: 4100 })
  })

  test('a Tron wallet that returns no signature is rejected', async () => {
    const { wallet } = tron({ eth_requestAccounts: [TRON_ADDRESS], tron_signMessageV2: null })
    const account = await wallet.connect()
    await expect(account.sign(MESSAGE)).rejects.toMatchObject({ code: 4100 })
  })
})
