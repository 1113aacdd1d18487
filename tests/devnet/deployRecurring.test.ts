import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getNetwork, withContracts } from '@secure-payment/core/networks'
import { accounts, type Chains, recurringAbi, startChains } from '@secure-payment/devnet'
import { getAddress, type Hex, keccak256, stringToHex, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const NETWORK = 'base'
const [ADMIN, RELAYER] = [accounts[3]?.address ?? '', accounts[4]?.address ?? '']
const DEPLOYER_KEY = accounts[5]?.privateKey ?? ''

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK, 'sepolia'] })
})
afterAll(() => chains?.[Symbol.asyncDispose]())

/** Runs the command for a valid deployment with the given changes. */
function deploy(changes: Record<string, string> = {}, key: string = DEPLOYER_KEY) {
  const flags = {
    '--network': NETWORK,
    '--rpc': chains.rpcUrl(NETWORK),
    '--admin': ADMIN,
    '--relayer': RELAYER,
    ...changes,
  }
  return run(Object.entries(flags).flat(), key)
}

async function run(args: readonly string[], key = '') {
  const command = ['--conditions=@secure-payment/source', 'packages/contracts/src/deploy/main.ts']
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: ROOT,
    env: { ...process.env, DEPLOYER_PRIVATE_KEY: key },
  })
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, exitCode }
}

describe('npm run deploy:recurring', () => {
  it('npm run deploy:recurring deploys a contract with its roles, and prints only the host’s setting', async () => {
    const { output, errors, exitCode } = await deploy()
    expect(exitCode, errors).toBe(0)
    const line = /^PAY_CONTRACTS_BASE=(\{"ERC20RecurringPaymentProxy":"(0x[0-9a-fA-F]{40})"\})\n$/
    const [, setting = '', address = ''] = line.exec(output) ?? []
    expect(withContracts(getNetwork(NETWORK), JSON.parse(setting))).toMatchObject({
      contracts: { ERC20RecurringPaymentProxy: { address: getAddress(address) } },
    })

    const contract = { address: getAddress(address), abi: recurringAbi } as const
    const client = chains.client(NETWORK)
    const hasRole = (role: Hex, account: string) =>
      client.readContract({
        ...contract,
        functionName: 'hasRole',
        args: [role, getAddress(account)],
      })
    const relayerRole = keccak256(stringToHex('RELAYER_ROLE'))
    expect(await hasRole(zeroHash, ADMIN)).toBe(true)
    expect(await hasRole(relayerRole, RELAYER)).toBe(true)
    const deployer = accounts[5]?.address ?? ''
    expect(await hasRole(zeroHash, deployer)).toBe(false)
    expect(await hasRole(relayerRole, deployer)).toBe(false)
    expect(await client.readContract({ ...contract, functionName: 'erc20FeeProxy' })).toBe(
      chains.contract(NETWORK, 'ERC20FeeProxy'),
    )
  })

  it('npm run deploy:recurring prints its usage, and exits with 2 for an invalid argument', async () => {
    const help = await run(['--help'])
    expect(help.output).toMatch(/--network NETWORK .*--relayer ADDRESS/s)
    expect(help.exitCode).toBe(0)
    const refused = await deploy({ '--admin': '0x12' })
    expect(refused.errors).toMatch(/^--admin "0x12" is not an address\.\n\nDEPLOYER_PRIVATE_KEY=/)
    expect(refused.exitCode).toBe(2)
  })

  it('npm run deploy:recurring sends nothing to a chain other than the network’s', async () => {
    const { output, errors, exitCode } = await deploy({ '--rpc': chains.rpcUrl('sepolia') })
    expect(errors).toContain('serves chain 11155111; base is chain 8453.')
    expect({ output, exitCode }).toEqual({ output: '', exitCode: 1 })
    const address = accounts[5]?.address ?? '0x'
    expect(await chains.client('sepolia').getTransactionCount({ address })).toBe(0)
  })

  it('npm run deploy:recurring requires an existing fee proxy', async () => {
    const nobody = privateKeyToAddress(generatePrivateKey())
    const { errors, exitCode } = await deploy({ '--fee-proxy': nobody })
    expect(errors).toContain(`There is no contract at ${nobody}`)
    expect(exitCode).toBe(1)
  })

  it('npm run deploy:recurring rejects a relayer that is a contract', async () => {
    const { errors, exitCode } = await deploy({
      '--relayer': chains.token(NETWORK, 'USDC').address,
    })
    expect(errors).toContain('is a contract on base.')
    expect(exitCode).toBe(1)
  })

  it('npm run deploy:recurring prints the missing amount of a deployer without coins', async () => {
    const key = generatePrivateKey()
    const { errors, exitCode } = await deploy({}, key)
    expect(errors).toMatch(
      new RegExp(
        `The deployer ${privateKeyToAddress(key)} has 0 ETH; deploying may cost 0\\.\\d+ ETH`,
      ),
    )
    expect(errors).not.toContain(key.slice(2))
    expect(exitCode).toBe(1)
  })

  it('npm run deploy:recurring reports an unreachable node, without the path of its URL', async () => {
    const { errors, exitCode } = await deploy({ '--rpc': 'http://127.0.0.1:9/secret-of-the-node' })
    expect(errors).toContain('The --rpc node did not respond')
    expect(errors).not.toContain('secret-of-the-node')
    expect(exitCode).toBe(1)
  })
})
