import { describe, expect, it } from 'vitest'
import { TRON_PAYER } from '../testing/tronExamples.ts'
import { TestTronWallet, type TestTronWalletMode } from './TestTronWallet.ts'

type Request = (call: { method: string; params?: unknown[] }) => Promise<unknown>
type Web = {
  defaultAddress: { base58: string }
  trx: { sign(transaction: object): Promise<unknown>; getBlockByNumber(): Promise<unknown> }
}

function create(mode: TestTronWalletMode = 'accept') {
  const sign = async (transaction: string, address: string) =>
    JSON.stringify({ ...JSON.parse(transaction), signature: [`of ${address}`] })
  const wallet = new TestTronWallet({ address: TRON_PAYER, mode }, sign)
  const member = (name: string): unknown => Reflect.get(wallet.provider, name)
  // The test wallet declares its members without types.
  const request = member('request') as Request
  const old = wallet.tronLink['request'] as Request
  const connect = () => request({ method: 'eth_requestAccounts' })
  const web = () => member('tronWeb') as Web | false
  return { wallet, request, old, connect, web }
}

/** Returns a connected wallet's tronWeb. */
async function opened(mode: TestTronWalletMode = 'accept') {
  const { wallet, connect, web } = create()
  await connect()
  wallet.mode = mode
  const tronWeb = web()
  if (tronWeb === false) throw new Error('The wallet is not open.')
  return { wallet, tronWeb }
}

describe('The Tron test wallet', () => {
  it('the Tron test wallet has no tronWeb before it is connected, nor while it is locked', async () => {
    const { wallet, connect, web } = create()
    expect(web()).toBe(false)
    expect(await connect()).toEqual([TRON_PAYER])
    expect(web()).toMatchObject({ defaultAddress: { base58: TRON_PAYER } })
    wallet.mode = 'lock'
    expect(web()).toBe(false)
  })

  it('the Tron test wallet returns a value from the older interface, even when it rejects', async () => {
    const call = { method: 'tron_requestAccounts' }
    expect(await create().old(call)).toMatchObject({ code: 200 })
    expect(await create('reject').old(call)).toMatchObject({ code: 4001 })
    expect(await create('busy').old(call)).toMatchObject({ code: 4000 })
    expect(await create('lock').old(call)).toBe('')
  })

  it('the Tron test wallet lets the holder of the keys sign, adds the signature to the caller’s object, and records the call', async () => {
    const { wallet, tronWeb } = await opened()
    const transaction = { txID: '1' }
    const signed = { txID: '1', signature: [`of ${TRON_PAYER}`] }
    expect(await tronWeb.trx.sign(transaction)).toEqual(signed)
    expect(transaction).toEqual(signed)
    expect(wallet.log.map(({ method }) => method)).toEqual(['eth_requestAccounts', 'sign'])
  })

  it('the Tron test wallet declines with a code, or with a string as tronWeb does', async () => {
    const { tronWeb } = await opened('reject')
    await expect(tronWeb.trx.sign({})).rejects.toMatchObject({ code: 4001 })
    const other = await opened('reject-text')
    await expect(other.tronWeb.trx.sign({})).rejects.toBe('Confirmation declined by user')
  })

  it('the Tron test wallet keeps a request pending until the test releases it', async () => {
    const { wallet, tronWeb } = await opened('hold')
    const signing = tronWeb.trx.sign({ txID: '1' })
    await expect.poll(() => wallet.held).toBe(1)
    wallet.release()
    expect(await signing).toMatchObject({ txID: '1' })
    expect(wallet.held).toBe(0)
  })

  it('the Tron test wallet switches networks, and its first block’s id ends with the network’s', async () => {
    const { wallet, request, connect, web } = create()
    await connect()
    expect(await request({ method: 'eth_chainId' })).toBe('0x2b6653dc')
    const heard: unknown[] = []
    const on = wallet.provider['on'] as (event: string, listener: (value: unknown) => void) => void
    on('chainChanged', (value) => heard.push(value))
    const params = [{ chainId: '0xcd8690dc' }]
    expect(await request({ method: 'wallet_switchEthereumChain', params })).toBeNull()
    expect(heard).toEqual([{ chainId: '0xcd8690dc' }])
    const tronWeb = web()
    const block = tronWeb ? await tronWeb.trx.getBlockByNumber() : null
    expect(block).toMatchObject({
      blockID: expect.stringMatching(/^[0-9a-f]{56}cd8690dc$/),
    })
  })

  it('the Tron test wallet rejects unsupported methods', async () => {
    await expect(create().request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({
      code: 4200,
    })
  })
})
