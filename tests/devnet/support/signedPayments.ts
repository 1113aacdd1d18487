import { readFileSync } from 'node:fs'
import { signedPaymentAbi, signedPaymentArtifact } from '@secure-payment/contracts'
import { accounts, type Chains, testTokenAbi } from '@secure-payment/devnet'
import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type HashTypedDataParameters,
  type Hex,
  hashTypedData,
  parseAbi,
} from 'viem'
import { type Revert, readRevert } from './permits.ts'
import {
  AUTHORIZATION_MEMBERS,
  PAYMENT_MEMBERS,
  PERMIT_MEMBERS,
  WITNESS_TYPES,
} from './signedMembers.ts'

export const NETWORK = 'devnet'
export const PAYER = 1
export const SENDER = 2
export const RECIPIENT = getAddress('0x00000000000000000000000000000000000a11ce')
export const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee5')
export const REFERENCE = '0x0123456789abcdef'
/** The address of Permit2 on nearly every chain. */
export const PERMIT2 = getAddress('0x000000000022d473030f116ddee9f6b43ac78ba3')
const UNUSED = getAddress('0x000000000000000000000000000000000000dead')
/** Enough for any payment; set explicitly where a revert must be mined. */
const GAS = 900_000n
const DEPLOYER = 8
/** 40 bits: the width of a payment's deadline. */
const DEADLINE_BITS = 40n

/** A payment in the types of the contract's ABI. */
export type SignedPayment = ContractFunctionArgs<
  typeof signedPaymentAbi,
  'nonpayable',
  'cancelPayment'
>[0]

/** The kinds of signature that the contract accepts. */
export const kinds = ['authorization', 'permit2', 'permit'] as const
export type Kind = (typeof kinds)[number]

/** A signed payment that anyone may send. Only permits use `permitNonce`. */
export type Signed = { kind: Kind; payment: SignedPayment; signature: Hex; permitNonce: bigint }

const tokenAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
])

/** Actions for the tests of ERC20SignedPayment, on the chain `devnet`, with accounts[1] as the payer. */
export type SignedPayments = Awaited<ReturnType<typeof openSignedPayments>>

/**
 * Places Permit2, and deploys ERC20SignedPayment with the real ERC20FeeProxy and a token that supports only EIP-2612. The payer has
 * approved Permit2 for USDT.
 */
export async function openSignedPayments(chains: Chains) {
  const client = chains.client(NETWORK)
  const { chainId } = chains.chain(NETWORK).network
  await placePermit2(chains)
  const deploy = () => deployContract(chains, signedArtifact(), [feeProxy, PERMIT2])
  const feeProxy = chains.contract(NETWORK, 'ERC20FeeProxy')
  const contract = await deploy()
  const tokens: Record<Kind, Address> = {
    authorization: chains.token(NETWORK, 'USDC').address,
    permit2: chains.token(NETWORK, 'USDT').address,
    permit: await deployContract(chains, readArtifact('PermitToken'), ['Dai Stablecoin', 'DAI']),
  }
  const now = Number((await client.getBlock()).timestamp)
  const payer = accountAt(PAYER)

  const mint = (token: Address, to: Address, amount: bigint) =>
    write(chains, DEPLOYER, token, { functionName: 'mint', args: [to, amount] })
  const approve = (token: Address, spender: Address, amount: bigint, by = PAYER) =>
    write(chains, by, token, { functionName: 'approve', args: [spender, amount] })
  await mint(tokens.permit, payer, 1_000_000n)
  await approve(tokens.permit2, PERMIT2, 2n ** 256n - 1n)

  /** Returns a payment of 100 units with a fee of 7, which expires in a day. */
  function plan(kind: Kind, changes: Partial<SignedPayment> = {}): SignedPayment {
    return {
      payer,
      token: tokens[kind],
      recipient: RECIPIENT,
      amount: 100n,
      feeAmount: 7n,
      feeAddress: FEE_TAKER,
      paymentReference: REFERENCE,
      deadline: now + 86_400,
      salt: 1n,
      ...changes,
    }
  }

  /** Computes the payment's hash with viem, independently of the contract. */
  function hashOf(payment: SignedPayment, at = contract, onChain = chainId): Hex {
    return hashTypedData({
      domain: { name: 'ERC20SignedPayment', version: '1', chainId: onChain, verifyingContract: at },
      types: { Payment: PAYMENT_MEMBERS },
      primaryType: 'Payment',
      message: payment,
    })
  }

  /** Returns the number that a permit has as its deadline, from the contract's documentation. */
  function permitDeadline(payment: SignedPayment, at = contract, onChain = chainId): bigint {
    const hash = BigInt(hashOf(payment, at, onChain))
    return ((hash >> DEADLINE_BITS) << DEADLINE_BITS) + BigInt(payment.deadline)
  }

  async function tokenDomain(token: Address, onChain: number) {
    const [, name, version] = await client.readContract({
      address: token,
      abi: tokenAbi,
      functionName: 'eip712Domain',
    })
    return { name, version, chainId: onChain, verifyingContract: token }
  }

  /** Signs a payment for the contract at `at` as an account of the devnet, by default its payer. */
  async function sign(
    kind: Kind,
    payment: SignedPayment,
    options: { by?: number | 'echo'; at?: Address; onChain?: number } = {},
  ): Promise<Signed> {
    const { by = PAYER, at = contract, onChain = chainId } = options
    // An EchoAccount's signature is the hash itself.
    const wallet =
      by === 'echo'
        ? { signTypedData: async (data: HashTypedDataParameters) => hashTypedData(data) }
        : chains.wallet(NETWORK, by)
    const value = payment.amount + payment.feeAmount
    const signed = (signature: Hex, permitNonce = 0n) => ({
      kind,
      payment,
      signature,
      permitNonce,
    })
    switch (kind) {
      case 'authorization':
        return signed(
          await wallet.signTypedData({
            domain: await tokenDomain(payment.token, onChain),
            types: { ReceiveWithAuthorization: AUTHORIZATION_MEMBERS },
            primaryType: 'ReceiveWithAuthorization',
            message: {
              from: payment.payer,
              to: at,
              value,
              validAfter: 0n,
              validBefore: BigInt(payment.deadline),
              nonce: hashOf(payment, at, onChain),
            },
          }),
        )
      case 'permit2':
        return signed(
          await wallet.signTypedData({
            domain: { name: 'Permit2', chainId: onChain, verifyingContract: PERMIT2 },
            types: WITNESS_TYPES,
            primaryType: 'PermitWitnessTransferFrom',
            message: {
              permitted: { token: payment.token, amount: value },
              spender: at,
              nonce: BigInt(hashOf(payment, at, onChain)),
              deadline: BigInt(payment.deadline),
              witness: payment,
            },
          }),
        )
      case 'permit': {
        const nonce = await nonceOf(payment.token, payment.payer)
        const signature = await wallet.signTypedData({
          domain: await tokenDomain(payment.token, onChain),
          types: { Permit: PERMIT_MEMBERS },
          primaryType: 'Permit',
          message: {
            owner: payment.payer,
            spender: at,
            value,
            nonce,
            deadline: permitDeadline(payment, at, onChain),
          },
        })
        return signed(signature, nonce)
      }
      default:
        return kind satisfies never
    }
  }

  const nonceOf = (token: Address, owner: Address) =>
    client.readContract({ address: token, abi: tokenAbi, functionName: 'nonces', args: [owner] })

  /** Returns the revert of a payment in a block with the given time, from any account; null if the payment would succeed. */
  async function attempt(
    signed: Signed,
    options: { at?: number; from?: number; to?: Address } = {},
  ): Promise<Revert | null> {
    const { at = now + 60, from = SENDER, to = contract } = options
    const { kind, payment, signature, permitNonce } = signed
    const call = {
      account: accountAt(from),
      address: to,
      abi: signedPaymentAbi,
      blockOverrides: { time: BigInt(at) },
    } as const
    const args = [payment, signature] as const
    try {
      if (kind === 'authorization') {
        await client.simulateContract({ ...call, functionName: 'payWithAuthorization', args })
      } else if (kind === 'permit2') {
        await client.simulateContract({ ...call, functionName: 'payWithPermit2', args })
      } else {
        await client.simulateContract({
          ...call,
          functionName: 'payWithPermit',
          args: [payment, permitNonce, signature],
        })
      }
      return null
    } catch (error) {
      return readRevert(error)
    }
  }

  const balanceOf = (token: Address, owner: Address) =>
    client.readContract({
      address: token,
      abi: testTokenAbi,
      functionName: 'balanceOf',
      args: [owner],
    })

  /** Resolves with the balances of a payer, the recipient, the fee address and the contract. */
  const balancesOf = (token: Address, from = payer) =>
    Promise.all([from, RECIPIENT, FEE_TAKER, contract].map((owner) => balanceOf(token, owner)))

  return {
    contract,
    tokens,
    now,
    payer,
    plan,
    sign,
    hashOf,
    permitDeadline,
    nonceOf,
    attempt,
    mint,
    approve,
    /** Deploys a second contract of the same code. */
    deploy,
    /** Sends a payment from an account that is not its payer; resolves with the receipt, even if the call reverts. */
    send: (signed: Signed, from = SENDER) =>
      chains.wallet(NETWORK, from).sendTransactionSync({
        to: contract,
        data: encodePayment(signed),
        gas: GAS,
        throwOnReceiptRevert: false,
      }),
    cancel: (payment: SignedPayment, by = PAYER) =>
      chains.wallet(NETWORK, by).writeContractSync({
        address: contract,
        abi: signedPaymentAbi,
        functionName: 'cancelPayment',
        args: [payment],
        gas: GAS,
        throwOnReceiptRevert: false,
      }),
    isUsed: (payment: SignedPayment) =>
      client.readContract({
        address: contract,
        abi: signedPaymentAbi,
        functionName: 'isUsed',
        args: [hashOf(payment)],
      }),
    /** Sends an account's whole balance of a token to an unused address. */
    burn: async (token: Address, by: number) => {
      const held = await balanceOf(token, accountAt(by))
      await write(chains, by, token, { functionName: 'transfer', args: [UNUSED, held] })
    },
    balanceOf,
    balancesOf,
  }
}

/** Returns the calldata of a payment. */
export function encodePayment({ kind, payment, signature, permitNonce }: Signed): Hex {
  const abi = signedPaymentAbi
  switch (kind) {
    case 'authorization':
      return encodeFunctionData({
        abi,
        functionName: 'payWithAuthorization',
        args: [payment, signature],
      })
    case 'permit2':
      return encodeFunctionData({ abi, functionName: 'payWithPermit2', args: [payment, signature] })
    case 'permit':
      return encodeFunctionData({
        abi,
        functionName: 'payWithPermit',
        args: [payment, permitNonce, signature],
      })
    default:
      return kind satisfies never
  }
}

/** Returns a devnet account's address. */
export const accountAt = (index: number): Address => accounts[index]?.address ?? '0x'

/** Deploys a contract from its creation code and its constructor's arguments. */
export async function deployContract(
  chains: Chains,
  { abi, bytecode }: { abi: Abi; bytecode: Hex },
  args: readonly unknown[],
): Promise<Address> {
  const data = encodeDeployData({ abi, bytecode, args: [...args] })
  const { contractAddress, status } = await chains
    .wallet(NETWORK, DEPLOYER)
    .sendTransactionSync({ data, gas: 5_000_000n })
  if (!contractAddress || status !== 'success') throw new Error('The constructor reverted.')
  return getAddress(contractAddress)
}

/** Returns the contract under test: the committed one, or the faulty copy in the file that `SIGNED_PAYMENT_ARTIFACT` names. */
export function signedArtifact(): { abi: Abi; bytecode: Hex } {
  const file = process.env['SIGNED_PAYMENT_ARTIFACT']
  return file === undefined ? signedPaymentArtifact : JSON.parse(readFileSync(file, 'utf8'))
}

/** Reads a contract of the devnet. */
export function readArtifact(name: string): { abi: Abi; bytecode: Hex } {
  const url = new URL(`../../../packages/devnet/artifacts/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8'))
}

/** Gives Permit2's address the real code, as every chain has it. */
async function placePermit2(chains: Chains): Promise<void> {
  const client = chains.client(NETWORK)
  const { data } = await client.call({ data: readArtifact('Permit2').bytecode })
  if (!data) throw new Error('Permit2 has no code.')
  await client.setCode({ address: PERMIT2, bytecode: data })
}

function write(
  chains: Chains,
  by: number,
  address: Address,
  call: { functionName: 'approve' | 'mint' | 'transfer'; args: readonly [Address, bigint] },
) {
  return chains.wallet(NETWORK, by).writeContractSync({ address, abi: testTokenAbi, ...call })
}
