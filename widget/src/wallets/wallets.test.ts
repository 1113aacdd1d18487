import { describe, expect, it } from 'vitest'
import type { AccountInfo } from '../accountInfo.ts'
import { anAccount, PAYER } from '../testing/examples.ts'
import { type FakeProvider, fakeProvider, walletError } from '../testing/fakes.ts'
import { connectWallet } from './connectWallet.ts'
import { discoverWallets, type FoundWallet, safeIcon } from './discoverWallets.ts'
import { followAccount } from './followAccount.ts'
import { type Provider, readAccounts, readChainId } from './provider.ts'
import { faultNote, readWalletFault } from './walletError.ts'

const ICON = 'data:image/png;base64,AAAA'

/** Creates a fake page: an event target with an optional `window.ethereum`. */
function page(ethereum?: unknown) {
  const scope = Object.assign(new EventTarget(), { ethereum })
  const announce = (info: object, provider: unknown = fakeProvider()) =>
    scope.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  return { scope, announce }
}

function discover(scope: EventTarget & { ethereum?: unknown }, options: object = {}) {
  let changes = 0
  const discovery = discoverWallets({
    scope,
    lastUsed: () => null,
    only: [],
    except: [],
    own: null,
    onChange: () => {
      changes += 1
    },
    ...options,
  })
  const names = () => discovery.list().map(({ info }) => info.name)
  return { discovery, names, changes: () => changes }
}

const flagged = (flags: object): Provider => Object.assign(fakeProvider(), flags)
const info = (name: string, rdns: string, uuid = name) => ({ uuid, name, rdns, icon: ICON })

describe('discoverWallets', () => {
  it('discoverWallets requests announcements, and lists wallets that announce themselves earlier or later', () => {
    const { scope, announce } = page()
    scope.addEventListener('eip6963:requestProvider', () => announce(info('Early', 'a.early')))
    const { names, changes } = discover(scope)
    expect(names()).toEqual(['Early'])
    announce(info('Late', 'a.late'))
    expect(names()).toEqual(['Early', 'Late'])
    // A wallet that announces itself during creation is in the list that the creator reads next.
    expect(changes()).toBe(1)
  })

  it('discoverWallets lists a wallet once, however often it announces itself', () => {
    const { scope, announce } = page()
    const { names, changes } = discover(scope)
    const provider = fakeProvider()
    for (let times = 0; times < 3; times++) announce(info('One', 'a.one'), provider)
    expect(names()).toEqual(['One'])
    expect(changes()).toBe(1)
  })

  it.each<[string, unknown, unknown]>([
    ['no detail', null, undefined],
    ['no uuid', { name: 'X', rdns: 'x', icon: ICON }, fakeProvider()],
    ['no name', { uuid: 'x', rdns: 'x', icon: ICON }, fakeProvider()],
    ['no provider', info('X', 'x'), {}],
    ['a provider that cannot be asked', info('X', 'x'), { request: 'no' }],
    [
      'TronLink in an EVM coat',
      info('TronLink', 'org.tronlink.www'),
      flagged({ isTronLink: true }),
    ],
  ])('discoverWallets omits an announcement with %s', (_, about, provider) => {
    const { scope } = page()
    const { names } = discover(scope)
    const detail = about === null ? null : { info: about, provider }
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    expect(names()).toEqual([])
  })

  it('discoverWallets limits the announcements of one page', () => {
    const { scope, announce } = page()
    const { names } = discover(scope)
    for (let count = 0; count < 200; count++) announce(info(`W${count}`, `a.w${count}`))
    expect(names()).toHaveLength(64)
  })

  it.each<[string, unknown, readonly string[]]>([
    ['a known flag', flagged({ isMetaMask: true }), ['MetaMask']],
    [
      'the more specific of two flags',
      flagged({ isMetaMask: true, isRabby: true }),
      ['Rabby Wallet'],
    ],
    ['no flag', fakeProvider(), ['Browser wallet']],
    ['TronLink’s injection', flagged({ isTronLink: true, isMetaMask: true }), []],
    [
      'several providers',
      { providers: [flagged({ isMetaMask: true }), flagged({ isCoinbaseWallet: true })] },
      ['MetaMask', 'Coinbase Wallet'],
    ],
    ['nonsense', 'ethereum', []],
  ])('discoverWallets finds a legacy wallet by %s', (_, ethereum, expected) => {
    expect(discover(page(ethereum).scope).names()).toEqual(expected)
  })

  it('discoverWallets omits a legacy wallet that announced itself, by provider or by name', () => {
    const shared = fakeProvider()
    const one = page(shared)
    const first = discover(one.scope)
    one.announce(info('Announced', 'a.one'), shared)
    expect(first.names()).toEqual(['Announced'])

    const two = page(flagged({ isMetaMask: true }))
    const second = discover(two.scope)
    two.announce(info('MetaMask', 'io.metamask'))
    expect(second.names()).toEqual(['MetaMask'])
    expect(second.discovery.list()[0]?.info.isLegacy).toBe(false)
  })

  it('discoverWallets puts the last used wallet first and marks it', () => {
    const { scope, announce } = page()
    const { discovery } = discover(scope, { lastUsed: () => 'a.two' })
    announce(info('One', 'a.one'))
    announce(info('Two', 'a.two'))
    const list = discovery.list().map(({ info: { name, isLastUsed } }) => [name, isLastUsed])
    expect(list).toEqual([
      ['Two', true],
      ['One', false],
    ])
  })

  it('discoverWallets lists only the allowed wallets, in that order, and never an excluded wallet', () => {
    const { scope, announce } = page()
    const only = discover(scope, { only: ['a.three', 'a.one'] })
    const except = discover(scope, { except: ['a.one'] })
    for (const name of ['one', 'two', 'three']) announce(info(name, `a.${name}`))
    expect(only.names()).toEqual(['three', 'one'])
    expect(except.names()).toEqual(['two', 'three'])
  })

  it('discoverWallets neither lists nor finds a wallet that the page filters out', () => {
    const { scope, announce } = page()
    const filter = ({ rdns }: { rdns: string | null }): boolean => rdns !== 'a.two'
    const { discovery, names } = discover(scope, { filter })
    for (const name of ['one', 'two']) announce(info(name, `a.${name}`))
    expect(names()).toEqual(['one'])
    expect(discovery.find('a.two')).toBeUndefined()
  })

  it('discoverWallets finds by id or by reverse domain name, and stops when disposed of', () => {
    const { scope, announce } = page()
    const { discovery, names } = discover(scope)
    announce(info('One', 'a.one', 'uuid-1'))
    expect(discovery.find('uuid-1')).toBe(discovery.find('a.one') && discovery.find('uuid-1'))
    expect(discovery.find('a.one')?.info.name).toBe('One')
    expect(discovery.find('nobody')).toBeUndefined()
    discovery.dispose()
    announce(info('Two', 'a.two'))
    expect(names()).toEqual(['One'])
  })

  it.each([
    ['data:image/svg+xml,%3Csvg/%3E', true],
    ['data:image/png;base64,AAAA', true],
    ['https://example.test/icon.png', false],
    ['data:text/html,<script>', false],
    ['javascript:alert(1)', false],
    [`data:image/png;base64,${'A'.repeat(100_001)}`, false],
    [null, false],
  ])('discoverWallets shows an icon only from data:image/: %s', (icon, isShown) => {
    expect(safeIcon(icon) !== null).toBe(isShown)
  })
})

describe('readWalletFault', () => {
  const deep = walletError(-32603, walletError(-32000, walletError(4001)))
  it.each<[string, unknown, string]>([
    ['the payer’s no', walletError(4001), 'rejected'],
    ['EIP-5792’s no', walletError(5000), 'rejected'],
    ['ethers’ no', walletError('ACTION_REJECTED'), 'rejected'],
    [
      'viem’s no by name',
      Object.assign(new Error('x'), { name: 'UserRejectedRequestError' }),
      'rejected',
    ],
    ['a no deep inside', deep, 'rejected'],
    ['MetaMask’s nesting', { code: -32603, data: { originalError: { code: 4001 } } }, 'rejected'],
    ['a no under another known code', { code: -32002, cause: { code: 4001 } }, 'rejected'],
    ['busy', walletError(-32002), 'busy'],
    ['locked', walletError(4100), 'locked'],
    ['not supported', walletError(4200), 'refused'],
    ['unknown chain', { code: -32603, data: { originalError: { code: 4902 } } }, 'unknown_chain'],
    ['a node’s error', walletError(-32000), 'unknown'],
    ['disconnected', walletError(4900), 'unknown'],
    ['text', 'User rejected the request', 'unknown'],
    ['nothing', undefined, 'unknown'],
  ])('readWalletFault classifies %s', (_, error, fault) =>
    expect(readWalletFault(error)).toBe(fault),
  )

  it('readWalletFault terminates for an error that contains itself', () => {
    const error: { cause?: unknown } = {}
    error.cause = error
    expect(readWalletFault(error)).toBe('unknown')
  })
})

describe('wallet responses', () => {
  it.each([
    ['0x1', 1],
    ['0x2105', 8453],
    ['8453', 8453],
    [31337, 31337],
    ['0x', null],
    ['0x0', null],
    [-1, null],
    ['1e3', null],
    [null, null],
  ])('wallet responses with chain id %j are read as %j', (value, expected) =>
    expect(readChainId(value)).toBe(expected),
  )

  it('wallet responses keep only accounts that are addresses', () => {
    expect(readAccounts([PAYER, 'x', 5, null])).toEqual([PAYER])
    expect(readAccounts('0x')).toEqual([])
  })
})

describe('connectWallet', () => {
  const explain = async (error: unknown) => faultNote(readWalletFault(error))
  const found = (provider: FakeProvider): FoundWallet => ({
    info: {
      id: 'w',
      name: 'Test wallet',
      rdns: 'dev.test',
      icon: null,
      isLegacy: false,
      isLastUsed: false,
    },
    provider,
  })

  it('connectWallet sends the request within the click: the prompt is open before any other code runs', () => {
    const provider = fakeProvider({ eth_requestAccounts: [PAYER], eth_chainId: '0x7a69' })
    void connectWallet(found(provider), explain)
    expect(provider.methods()).toEqual(['eth_requestAccounts'])
  })

  it('connectWallet reports account and network', async () => {
    const provider = fakeProvider({ eth_requestAccounts: [PAYER], eth_chainId: '0x7a69' })
    const account: AccountInfo = anAccount()
    expect(await connectWallet(found(provider), explain)).toEqual({ type: 'connected', account })
  })

  it.each<[unknown, string]>([
    [walletError(4001), 'rejected'],
    [walletError(-32002), 'wallet_busy'],
    [walletError(4100), 'wallet_locked'],
    [[], 'wallet_locked'],
    [new Error('down'), 'wallet_error'],
  ])('connectWallet reports the reason for a failure: %s', async (answer, code) => {
    const provider = fakeProvider({ eth_requestAccounts: () => answer, eth_chainId: '0x1' })
    expect(await connectWallet(found(provider), explain)).toEqual({
      type: 'connect_failed',
      note: { code },
    })
  })

  it('followAccount ignores a change of letter case in an account, except on Tron', () => {
    const follow = (first: string) => {
      const provider = fakeProvider()
      const heard: (string | undefined)[] = []
      const on = (account: AccountInfo | null) => heard.push(account?.address)
      followAccount(found(provider), anAccount(first), on, new AbortController().signal)
      return { heard, say: (address: string) => provider.emit('accountsChanged', [address]) }
    }
    const evm = follow(PAYER)
    evm.say(PAYER.toLowerCase())
    expect(evm.heard).toEqual([PAYER])
    const tron = follow('TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh')
    tron.say('TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPfh')
    expect(tron.heard).toEqual(['TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPfh'])
  })

  it.each<[string, Partial<Record<keyof Provider, unknown>>]>([
    ['are none', { on: 5, removeListener: 'x' }],
    [
      'throw',
      {
        on: () => {
          throw new Error('no events')
        },
      },
    ],
  ])('followAccount works with a wallet whose events %s', (_, broken) => {
    const provider = { ...fakeProvider(), ...broken } as FakeProvider // as a page may pass it
    const stop = new AbortController()
    expect(() => followAccount(found(provider), anAccount(), () => {}, stop.signal)).not.toThrow()
  })

  it('followAccount ignores events once it is stopped, even if the wallet still sends them', async () => {
    const provider = { ...fakeProvider({ eth_accounts: [PAYER] }), removeListener: () => {} }
    const heard: unknown[] = []
    const stop = new AbortController()
    followAccount(found(provider), anAccount(), (account) => heard.push(account), stop.signal)
    provider.emit('disconnect', {})
    stop.abort()
    await Promise.resolve()
    provider.emit('accountsChanged', [])
    provider.emit('disconnect', {})
    expect(heard).toEqual([])
  })

  it('followAccount follows account and network until it is stopped', () => {
    const provider = fakeProvider()
    const heard: (AccountInfo | null)[] = []
    const stop = new AbortController()
    followAccount(found(provider), anAccount(), (account) => heard.push(account), stop.signal)
    provider.emit('chainChanged', '0x1')
    provider.emit('accountsChanged', ['0x00000000000000000000000000000000000000ff'])
    provider.emit('accountsChanged', [])
    stop.abort()
    provider.emit('chainChanged', '0x2')
    expect(heard.map((account) => account && [account.address.slice(-2), account.chainId])).toEqual(
      [['C8', 1], ['ff', 1], null],
    )
  })
})
