import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectWallet } from '../connectWallet.ts'
import { readWalletFault } from '../walletError.ts'
import { findSafe } from './findSafe.ts'

const SAFE = '0x1111111111111111111111111111111111111111'
const PAYEE = '0x2222222222222222222222222222222222222222'
const HASH = `0x${'ab'.repeat(32)}`

type Asked = { id: string; method: string; params: unknown; env: unknown }

/** Returns a surrounding page: `answer` returns the response to a call, or null for no response. */
function around(answer: (asked: Asked) => { data: unknown } | { error: string } | null) {
  const target = new EventTarget()
  const asked: Asked[] = []
  const parent = {
    postMessage(message: Asked) {
      asked.push(message)
      const said = answer(message)
      if (said === null) return
      const data = { id: message.id, version: '9.1.0', success: 'data' in said, ...said }
      post(data, parent)
    },
  }
  function post(data: unknown, source: unknown): void {
    const event = new MessageEvent('message', { data })
    Object.defineProperty(event, 'source', { value: source })
    target.dispatchEvent(event)
  }
  return { scope: Object.assign(target, { parent }), asked, post }
}

function safe(more: (asked: Asked) => { data: unknown } | { error: string } | null = () => null) {
  return around((asked) =>
    asked.method === 'getSafeInfo'
      ? {
          data: {
            safeAddress: SAFE,
            chainId: 137,
            owners: [PAYEE],
            threshold: 2,
            isReadOnly: false,
          },
        }
      : more(asked),
  )
}

describe('A page inside a Safe', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('a page inside a Safe finds the Safe, marks the wallet as a Safe, and connects without a prompt', async () => {
    const { scope, asked } = safe()
    const found = await findSafe(scope)
    expect(found?.info).toMatchObject({ id: 'global.safe', name: 'Safe', kind: 'safe' })
    expect(asked[0]).toMatchObject({ method: 'getSafeInfo', env: { sdkVersion: '9.1.0' } })
    if (found === null) throw new Error('No Safe.')
    expect(await connectWallet(found, async () => ({ code: 'wallet_error' }))).toMatchObject({
      account: { address: SAFE, chainId: 137, wallet: { kind: 'safe' } },
    })
  })

  it.each([
    ['does not respond', null],
    ['returns an error', { error: 'unknown method' }],
    ['names no account', { data: { chainId: 1 } }],
    ['names no chain', { data: { safeAddress: SAFE, chainId: 'x' } }],
    ['is read-only', { data: { safeAddress: SAFE, chainId: 1, isReadOnly: true } }],
  ])('a page inside a Safe lists no Safe when the surrounding page %s', async (_, answer) => {
    const { scope } = around(() => answer)
    const found = findSafe(scope)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await found).toBeNull()
  })

  it('a page inside a Safe accepts messages only from the surrounding page', async () => {
    const { scope, asked, post } = around(() => null)
    const found = findSafe(scope)
    const data = {
      id: asked[0]?.id,
      success: true,
      version: '9.1.0',
      data: { safeAddress: SAFE, chainId: 1 },
    }
    post(data, { postMessage() {} })
    post('nonsense', scope.parent)
    post({ ...data, id: 'another' }, scope.parent)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await found).toBeNull()
  })
})

describe('A Safe', () => {
  async function provider(more: Parameters<typeof safe>[0]) {
    const page = safe(more)
    const found = await findSafe(page.scope)
    if (found === null) throw new Error('No Safe.')
    return { ...page, provider: found.provider }
  }

  it('a Safe proposes a transaction and returns its safeTxHash', async () => {
    const page = await provider(() => ({ data: { safeTxHash: HASH } }))
    const call = {
      from: SAFE,
      to: PAYEE,
      value: '0xde0b6b3a7640000',
      data: '0x1234',
      gas: '0x5208',
    }
    expect(await page.provider.request({ method: 'eth_sendTransaction', params: [call] })).toBe(
      HASH,
    )
    expect(page.asked.at(-1)).toMatchObject({
      method: 'sendTransactions',
      params: { txs: [{ to: PAYEE, value: '1000000000000000000', data: '0x1234' }], params: {} },
    })
    const batch = [
      {
        version: '2.0.0',
        calls: [
          { to: PAYEE, data: '0x01' },
          { to: PAYEE, value: '0x1' },
        ],
      },
    ]
    expect(await page.provider.request({ method: 'wallet_sendCalls', params: batch })).toEqual({
      id: HASH,
    })
    expect(page.asked.at(-1)).toMatchObject({
      params: {
        txs: [
          { value: '0', data: '0x01' },
          { value: '1', data: '0x' },
        ],
      },
    })
  })

  it.each([
    ['AWAITING_CONFIRMATIONS', null, 100, []],
    ['AWAITING_EXECUTION', null, 100, []],
    ['SUCCESS', HASH, 200, [{ transactionHash: HASH, status: '0x1', logs: [] }]],
    ['FAILED', HASH, 500, [{ transactionHash: HASH, status: '0x0', logs: [] }]],
    ['CANCELLED', null, 400, []],
    ['WHATEVER', HASH, 100, []],
  ])('a Safe reports the state of its proposal: %s', async (txStatus, txHash, status, receipts) => {
    const page = await provider(() => ({ data: { txStatus, txHash, safeTxHash: HASH } }))
    expect(
      await page.provider.request({ method: 'wallet_getCallsStatus', params: [HASH] }),
    ).toEqual({
      version: '2.0.0',
      id: HASH,
      chainId: '0x89',
      atomic: true,
      status,
      receipts,
    })
  })

  it('a Safe reads its chain, stays on it, and rejects signing requests', async () => {
    const page = await provider(() => ({ data: '0x10' }))
    expect(await page.provider.request({ method: 'eth_call', params: [{ to: PAYEE }] })).toBe(
      '0x10',
    )
    expect(page.asked.at(-1)).toMatchObject({
      method: 'rpcCall',
      params: { call: 'eth_call', params: [{ to: PAYEE }] },
    })
    const go = (chainId: string) =>
      page.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    expect(await go('0x89')).toBeNull()
    await expect(go('0x1')).rejects.toMatchObject({ code: 4902 })
    await expect(page.provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({
      code: 4200,
    })
    await expect(
      page.provider.request({ method: 'eth_sendTransaction', params: [{}] }),
    ).rejects.toMatchObject({ code: -32602 })
    expect(await page.provider.request({ method: 'wallet_getCapabilities' })).toEqual({
      '0x89': { atomic: { status: 'supported' } },
    })
  })

  it.each([
    ['Transaction was rejected', 'rejected'],
    ['Something else', 'unknown'],
  ])('a Safe fails with “%s”', async (error, fault) => {
    const page = await provider(() => ({ error }))
    const sent = page.provider.request({ method: 'eth_sendTransaction', params: [{ to: PAYEE }] })
    expect(readWalletFault(await sent.catch((reason: unknown) => reason))).toBe(fault)
  })

  it('a Safe that returns no hash proves nothing', async () => {
    const page = await provider(() => ({ data: {} }))
    const sent = page.provider.request({ method: 'eth_sendTransaction', params: [{ to: PAYEE }] })
    await expect(sent).rejects.toThrow('The Safe returned no safeTxHash.')
    expect(readWalletFault(await sent.catch((reason: unknown) => reason))).toBe('unknown')
  })

  it.each([
    ['wallet_sendCalls', [{ calls: [] }], -32602],
    ['wallet_sendCalls', [], -32602],
    ['personal_sign', [HASH, SAFE], 4200],
    ['wallet_getPermissions', [], 4200],
    ['eth_signTypedData_v4', [SAFE, '{}'], 4200],
  ])('a Safe receives no request for %s %j', async (method, params, code) => {
    const page = await provider(() => ({ data: { safeTxHash: HASH } }))
    const before = page.asked.length
    await expect(page.provider.request({ method, params })).rejects.toMatchObject({ code })
    expect(page.asked).toHaveLength(before)
  })
})
