import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { signedPaymentAbi, signedPaymentAddress } from '@secure-payment/contracts'
import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import { getAddress, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const NETWORK = 'base'

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
})
afterAll(() => chains?.[Symbol.asyncDispose]())

/** Runs the command on the test's chain with more flags. */
async function deploy(...flags: string[]) {
  const command = ['--conditions=@secure-payment/source', 'packages/contracts/src/deploy/main.ts']
  const args = ['signed-payment', '--network', NETWORK, '--rpc', chains.rpcUrl(NETWORK), ...flags]
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: ROOT,
    env: { ...process.env, DEPLOYER_PRIVATE_KEY: accounts[5]?.privateKey },
  })
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, exitCode }
}

const codeOf = (address: string) => chains.client(NETWORK).getCode({ address: getAddress(address) })
const sent = () =>
  chains.client(NETWORK).getTransactionCount({ address: accounts[5]?.address ?? '0x' })

describe('npm run deploy:signed-payment', () => {
  it("npm run deploy:signed-payment deploys at the registry's address, and then only checks it", async () => {
    const registered = chains.contract(NETWORK, 'ERC20SignedPayment')
    const placed = await codeOf(registered)
    await chains.client(NETWORK).setCode({ address: registered, bytecode: '0x' })
    await chains.client(NETWORK).setNonce({ address: registered, nonce: 0 })
    const first = await deploy()
    expect(first.errors).toContain(`Deployed ${registered}: `)
    expect(first.errors).toContain('The registry has this address')
    expect({ output: first.output, exitCode: first.exitCode }).toEqual({ output: '', exitCode: 0 })
    expect(await codeOf(registered)).toBe(placed)

    const before = await sent()
    const second = await deploy()
    expect(second.errors).toContain(`Found ${registered}: `)
    expect(second.exitCode).toBe(0)
    expect(await sent()).toBe(before)
  })

  it('npm run deploy:signed-payment prints the setting of a contract without Permit2', async () => {
    const { output, exitCode, errors } = await deploy('--permit2', 'none')
    expect(exitCode, errors).toBe(0)
    const feeProxy = chains.contract(NETWORK, 'ERC20FeeProxy')
    const address = signedPaymentAddress({ feeProxy, permit2: zeroAddress })
    expect(output).toBe(`PAY_CONTRACTS_BASE={"ERC20SignedPayment":"${address}"}\n`)
    const permit2 = await chains
      .client(NETWORK)
      .readContract({ address, abi: signedPaymentAbi, functionName: 'permit2' })
    expect(permit2).toBe(zeroAddress)
  })

  it('npm run deploy:signed-payment requires the contracts that the payments use', async () => {
    const before = await sent()
    const noCode = getAddress('0x0000000000000000000000000000000000000bad')
    const permit2 = await deploy('--permit2', noCode)
    expect(permit2.errors).toContain(`There is no contract at ${noCode}, the address of Permit2`)
    const feeProxy = await deploy('--fee-proxy', noCode)
    expect(feeProxy.errors).toContain(`There is no contract at ${noCode}`)
    expect([permit2.exitCode, feeProxy.exitCode]).toEqual([1, 1])
    expect(await sent()).toBe(before)
  })

  it('npm run deploy:signed-payment rejects a network without the deployment proxy', async () => {
    const address = getAddress('0x4e59b44847b379578588920ca78fbf26c0b4956c')
    const code = await codeOf(address)
    await chains.client(NETWORK).setCode({ address, bytecode: '0x' })
    const fresh = chains.contract(NETWORK, 'EthereumFeeProxy')
    const { errors, exitCode } = await deploy('--fee-proxy', fresh)
    expect(errors).toContain('has no deterministic deployment proxy')
    expect(exitCode).toBe(1)
    await chains.client(NETWORK).setCode({ address, bytecode: code ?? '0x' })
  })
})
