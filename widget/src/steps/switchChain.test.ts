import { describe, expect, it } from 'vitest'
import { aPayment } from '../testing/examples.ts'
import { type Answers, fakeApi, fakeProvider, fakeSession, walletError } from '../testing/fakes.ts'
import { loadReview } from './readPayment.ts'
import { switchChain } from './switchChain.ts'

const never = () => new Promise(() => undefined)

/** Creates a wallet on chain 1 whose network a test can change. */
async function onWrongChain(answers: (move: (chainId: string) => void) => Answers) {
  let chainId = '0x1'
  const move = (next: string) => {
    chainId = next
    provider.emit('chainChanged', next)
  }
  const provider = fakeProvider({ eth_chainId: () => chainId, ...answers(move) })
  const session = fakeSession({ api: fakeApi(aPayment()), provider })
  await loadReview(session.task)
  session.facts.length = 0
  return { provider, session, move }
}
const switched = { type: 'switched', chainId: 31337 }
const failed = (code: string) => ({ type: 'step_failed', note: { code } })

describe('switchChain', () => {
  it('switchChain succeeds when the chain id reads back as the payment’s', async () => {
    const { session, provider } = await onWrongChain((move) => ({
      wallet_switchEthereumChain: () => move('0x7a69'),
    }))
    await switchChain(session.task)
    expect(session.facts).toEqual([switched])
    const asked = provider.calls.find((call) => call.method === 'wallet_switchEthereumChain')
    expect(asked?.params).toEqual([{ chainId: '0x7a69' }])
  })

  it('switchChain adds a network that the wallet does not have, then retries', async () => {
    let isKnown = false
    const { session, provider } = await onWrongChain((move) => ({
      wallet_switchEthereumChain: () =>
        isKnown ? move('0x7a69') : walletError(-32603, walletError(4902)),
      wallet_addEthereumChain: () => {
        isKnown = true
        return null
      },
    }))
    await switchChain(session.task)
    expect(session.facts).toEqual([switched])
    const added = provider.calls.find((call) => call.method === 'wallet_addEthereumChain')
    expect(added?.params).toMatchObject([
      {
        chainId: '0x7a69',
        nativeCurrency: { symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:8545'],
      },
    ])
  })

  it('switchChain does not trust the wallet’s response: a success without effect fails', async () => {
    const { session } = await onWrongChain(() => ({ wallet_switchEthereumChain: null }))
    await switchChain(session.task)
    expect(session.facts).toMatchObject([failed('switch_failed')])
  })

  it('switchChain continues when the payer switches manually while the request hangs', async () => {
    const { session, move } = await onWrongChain(() => ({ wallet_switchEthereumChain: never }))
    const done = switchChain(session.task)
    await Promise.resolve()
    move('0x7a69')
    await done
    expect(session.facts).toEqual([switched])
  })

  it('switchChain detects a switch without an event', async () => {
    let checks = 0
    const { session } = await onWrongChain(() => ({
      wallet_switchEthereumChain: never,
      eth_chainId: () => (++checks > 3 ? '0x7a69' : '0x1'),
    }))
    await switchChain(session.task)
    expect(session.facts).toEqual([switched])
  })

  it.each([
    ['declined', walletError(4001), 'switch_rejected'],
    ['busy', walletError(-32002), 'wallet_busy'],
    ['not able to', walletError(4200), 'switch_failed'],
  ])('switchChain reports when the wallet is %s', async (_, error, code) => {
    const { session } = await onWrongChain(() => ({ wallet_switchEthereumChain: error }))
    await switchChain(session.task)
    expect(session.facts).toMatchObject([failed(code)])
  })

  it('switchChain stops if the payer goes back', async () => {
    const { session } = await onWrongChain(() => ({ wallet_switchEthereumChain: never }))
    const done = switchChain(session.task)
    session.abort()
    await expect(done).rejects.toThrow()
    expect(session.facts).toEqual([])
  })
})
