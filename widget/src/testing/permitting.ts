import { domainSeparator } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { newAttempt } from '../steps/attempts.ts'
import { loadReview } from '../steps/readPayment.ts'
import { anAccount, aPayment, PAYER, USDC } from './examples.ts'
import { type Answers, fakeApi, fakeProvider, fakeSession, honestCalldata } from './fakes.ts'

/** The page's attempt, and an earlier page's attempt. */
export const ATTEMPT = '00000000-0000-4000-8000-000000000001'
export const EARLIER = '00000000-0000-4000-8000-000000000002'
const APPROVED = `0x${'a1'.repeat(32)}`
/** The hash of the service's transaction that submits the permit. */
export const RELAYED = `0x${'b2'.repeat(32)}`
/** The allowance that the payment needs. */
export const NEEDED = 10_020_000n
/** The nonce of the payer's next permit. */
export const NONCE = 4n
const CHAIN_ID = 31_337
/** The second account of the well-known test mnemonic: the payer. */
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
/** The start time of fake sessions, in Unix seconds. */
export const START_S = 1_767_225_600
const FIELDS = ['owner', 'spender', 'value', 'nonce', 'deadline']
const word = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}`

/** The permit that the service offers for signing, as JSON. */
export type Offer = ReturnType<typeof anOffer>

/** Returns the permit that a correct service offers, as JSON. */
function anOffer(spender: string, nonce: bigint, nowS: number) {
  return {
    domain: { name: 'USD Coin', version: '2', chainId: CHAIN_ID, verifyingContract: USDC },
    types: {
      Permit: FIELDS.map((name, index) => ({ name, type: index < 2 ? 'address' : 'uint256' })),
    },
    primaryType: 'Permit',
    message: {
      owner: PAYER,
      spender,
      value: String(NEEDED),
      nonce: String(nonce),
      deadline: nowS + 20 * 60,
    },
  }
}

/** Returns the response from the payer's wallet to `eth_signTypedData_v4`. */
export function signAsPayer(data: string): Promise<string> {
  return privateKeyToAccount(KEY).signTypedData(JSON.parse(data))
}

/** Creates the payer's wallet, on a chain whose token supports EIP-2612. */
function createWallet(chain: { allowance: bigint; nonce: bigint }, answers: Answers) {
  const domain = {
    name: 'USD Coin',
    version: '2',
    chainId: CHAIN_ID,
    verifyingContract: USDC,
  } as const
  const separator = domainSeparator({ domain })
  return fakeProvider({
    eth_chainId: '0x7a69',
    eth_getCode: '0x',
    eth_call: ({ data }: { data: string }) => {
      if (data === '0x3644e515') return separator
      return word(data.startsWith('0x7ecebe00') ? chain.nonce : chain.allowance)
    },
    eth_signTypedData_v4: (_: string, data: string) => signAsPayer(data),
    eth_sendTransaction: () => {
      chain.allowance = NEEDED
      return APPROVED
    },
    eth_getTransactionReceipt: { status: '0x1' },
    ...answers,
  })
}

/**
 * Returns a wallet on a chain whose token supports EIP-2612, and a payment whose service relays permits. `lie` changes the
 * offered permit; the time is `elapsedMs` after START_S; `nonce` is that of the payer's next permit.
 */
export async function permitting(
  options: {
    lie?: (offer: Offer) => void
    answers?: Answers
    relay?: string | 'refused' | null
    isMined?: boolean
    account?: ReturnType<typeof anAccount>
    attemptId?: string
    nonce?: bigint
    elapsedMs?: number
  } = {},
) {
  const { lie = () => undefined, answers = {}, isMined = true } = options
  const { attemptId = ATTEMPT, nonce = NONCE, elapsedMs = 0 } = options
  const payment = aPayment()
  const body = honestCalldata(payment)
  const chain = { allowance: 0n, nonce }
  const handed: { signature: string; deadline: number; attemptId: string }[] = []
  const provider = createWallet(chain, answers)
  const api = fakeApi(payment, body)
  api.permit = async (call) => {
    handed.push(call)
    const { relay = RELAYED } = options
    if (relay !== 'refused' && isMined) chain.allowance = NEEDED
    return relay
  }
  const session = fakeSession({
    api,
    provider,
    ...(options.account && { state: { account: options.account } }),
  })
  await session.wait(elapsedMs, session.lifetime)
  await loadReview(session.task)
  const spender = session.verified?.steps[0]?.spender
  if (!spender) throw new Error('The example needs no approval.')
  const offer = anOffer(spender, nonce, Math.floor(session.now() / 1_000))
  lie(offer)
  api.calldataBody = { ...body, metadata: { ...Object(body['metadata']), permit: offer } }
  await loadReview(session.task)
  if (session.verified === null) throw new Error('The example must verify.')
  const { verified } = session
  session.setState({
    plan: { needsSwitch: false, kinds: verified.review.steps, index: 0, hashes: {} },
  })
  await session.stored.put(newAttempt(session, attemptId, verified, options.account ?? anAccount()))
  session.facts.length = 0
  const typed = () => {
    const call = provider.calls.find(({ method }) => method === 'eth_signTypedData_v4')
    return call && JSON.parse(String(call.params[1]))
  }
  const asked = () => provider.methods().filter((method) => /^eth_(sign|send)/.test(method))
  return { session, provider, chain, handed, offer, typed, asked }
}
