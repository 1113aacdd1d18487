import { describe, expect, it } from 'vitest'
import { parseDeployFlags, USAGE } from './parseDeployFlags.ts'
import { settingLine } from './settingLine.ts'

/** The example addresses from EIP-55. */
const ADMIN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const RELAYER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const KEY = `0x${'11'.repeat(32)}`

const flags = {
  '--network': 'base',
  '--rpc': 'https://node.example/key',
  '--admin': ADMIN,
  '--relayer': RELAYER,
}
const parse = (changes: Record<string, string | null> = {}, key: string | undefined = KEY) =>
  parseDeployFlags(
    Object.entries({ ...flags, ...changes }).flatMap(([flag, value]) =>
      value === null ? [] : [flag, value],
    ),
    { DEPLOYER_PRIVATE_KEY: key },
  )

describe('parseDeployFlags', () => {
  it('parseDeployFlags reads the network and the addresses of a deployment', () => {
    expect(parse()).toMatchObject({
      network: { id: 'base', chainId: 8453 },
      rpcUrl: 'https://node.example/key',
      admin: ADMIN,
      relayer: RELAYER,
      feeProxy: null,
      privateKey: KEY,
    })
  })

  it('USAGE runs npx, because npm run would add its own lines to standard output', () => {
    expect(USAGE).toMatch(/^DEPLOYER_PRIVATE_KEY=0x… npx @secure-payment\/contracts /)
  })

  it('parseDeployFlags accepts single-case addresses and returns them with their checksum', () => {
    const lower = ADMIN.toLowerCase()
    const upper = `0x${RELAYER.slice(2).toUpperCase()}`
    expect(parse({ '--admin': lower, '--relayer': upper, '--fee-proxy': lower })).toMatchObject({
      admin: ADMIN,
      relayer: RELAYER,
      feeProxy: ADMIN,
    })
  })

  it('parseDeployFlags returns null for --help without requiring other flags', () => {
    expect(parseDeployFlags(['--help'], {})).toBeNull()
  })

  it.each([
    { '--network': null, problem: /^--network is missing\. Use one of: .*base/ },
    { '--network': 'nowhere', problem: /^--network "nowhere" is unknown\. Use one of: / },
    { '--network': 'tron', problem: /^--network "tron" is not an EVM chain/ },
    { '--rpc': null, problem: '--rpc is missing.' },
    { '--rpc': 'wss://node.example', problem: '--rpc must be an http(s) URL.' },
    { '--admin': null, problem: '--admin is missing.' },
    { '--admin': '0x12', problem: '--admin "0x12" is not an address.' },
    {
      '--relayer': ADMIN.replace('5aA', '5AA'),
      problem: /has a wrong EIP-55 checksum\. Check each character/,
    },
    {
      '--admin': '0x0000000000000000000000000000000000000000',
      problem: '--admin must not be the zero address.',
    },
    { '--fee-proxy': 'no', problem: '--fee-proxy "no" is not an address.' },
    { '--owner': ADMIN, problem: /^The command line cannot be parsed: Unknown option '--owner'/ },
  ])('parseDeployFlags rejects $problem', ({ problem, ...changes }) => {
    expect(() => parse(changes)).toThrow(problem)
  })

  const SIGNED = ['signed-payment', '--network', 'base', '--rpc', 'https://node.example/key']
  const parseSigned = (...more: string[]) =>
    parseDeployFlags([...SIGNED, ...more], { DEPLOYER_PRIVATE_KEY: KEY })

  it('parseDeployFlags reads a deployment of ERC20SignedPayment, which has no roles', () => {
    expect(parseSigned()).toMatchObject({
      contract: 'signed-payment',
      network: { id: 'base' },
      permit2: null,
      feeProxy: null,
    })
    expect(parseSigned('--permit2', 'none')).toMatchObject({
      permit2: '0x0000000000000000000000000000000000000000',
    })
    expect(parseSigned('--permit2', ADMIN)).toMatchObject({ permit2: ADMIN })
    expect(() => parseSigned('--admin', ADMIN)).toThrow('--admin does not apply to signed-payment.')
    expect(() => parse({ '--permit2': ADMIN })).toThrow('--permit2 does not apply to recurring.')
    expect(() => parseSigned('other')).toThrow('names "signed-payment other"')
  })

  it.each([undefined, '', '0x12', `${KEY}00`, KEY.slice(2), `0x${'00'.repeat(32)}`])(
    'parseDeployFlags rejects %s as a key without repeating it',
    (key) => {
      expect(() => parseWith(key)).toThrow(
        key
          ? /^DEPLOYER_PRIVATE_KEY must be 0x and 64 hex digits/
          : /^DEPLOYER_PRIVATE_KEY is missing/,
      )
      if (key) expect(() => parseWith(key)).not.toThrow(key)
    },
  )
  const parseWith = (key: string | undefined) =>
    parseDeployFlags(Object.entries(flags).flat(), { DEPLOYER_PRIVATE_KEY: key })
})

describe('settingLine', () => {
  it('settingLine names the network as the host settings do', () => {
    expect(settingLine('arbitrum-one', 'ERC20RecurringPaymentProxy', ADMIN)).toBe(
      `PAY_CONTRACTS_ARBITRUM_ONE={"ERC20RecurringPaymentProxy":"${ADMIN}"}`,
    )
  })
})
