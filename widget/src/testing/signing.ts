import { getNetwork } from '@secure-payment/core/networks'
import { hashDomain, type SignatureKind, signedPaymentTypedData } from '@secure-payment/core/signed'
import { ensureDefined } from '../ensureDefined.ts'
import { newAttempt } from '../steps/attempts.ts'
import { loadReview } from '../steps/readPayment.ts'
import { anAccount, aPayment, FEE_ADDRESS, PAYEE, PAYER, USDC } from './examples.ts'
import { type Answers, fakeApi, fakeProvider, fakeSession, honestCalldata } from './fakes.ts'
import { option as anOption } from './machineExamples.ts'
import { START_S, signAsPayer } from './permitting.ts'

export const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const word = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}`
const DOMAIN = { name: 'USD Coin', version: '2', chainId: 31_337, verifyingContract: USDC }
/** The payer's next nonce in the token. */
const NONCE = 4n

/** Returns the offer of a correct service for the example payment, as JSON. */
export function anOffer(kind: SignatureKind) {
  const { chainId, contracts } = getNetwork('devnet')
  const { address: contract } = ensureDefined(contracts.ERC20SignedPayment, 'The contract')
  const scope = { chainId, contract, permit2: contracts.Permit2?.address ?? null }
  const payment = {
    payer: PAYER,
    token: USDC,
    recipient: PAYEE,
    amountUnits: 10_000_000n,
    feeUnits: 20_000n,
    feeAddress: FEE_ADDRESS,
    reference: `0x${aPayment().items[0]?.paymentReference.slice(2)}` as const,
    deadlineS: START_S + 900,
    salt: 7n,
  }
  const form = { kind, tokenDomain: DOMAIN, permitNonce: kind === 'eip2612' ? NONCE : null }
  return {
    kind,
    typedData: signedPaymentTypedData(scope, payment, form),
    contract,
    deadline: payment.deadlineS,
    salt: String(payment.salt),
    permitNonce: kind === 'eip2612' ? String(NONCE) : null,
  }
}

/**
 * Returns a payment under review whose service offers to send a signed payment. The chain's clock and the payment's use are in `chain`;
 * `posts` has the bodies that the service received; `status` and `code` are its response.
 */
export async function signing(
  options: {
    offer?: unknown
    kind?: SignatureKind
    answers?: Answers
    hasGas?: boolean
    /** Whether the payer chose a way whose network fee the service pays, as it stated. */
    isSponsored?: boolean
    obstacle?: string
  } = {},
) {
  const { kind = 'eip3009', hasGas = true, isSponsored = false, obstacle } = options
  const chain = { nowS: START_S, isUsed: false, logs: [] as unknown[] }
  const service = {
    status: 202,
    code: null as string | null,
    posts: [] as Record<string, unknown>[],
  }
  const provider = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_getTransactionCount: '0x7',
    eth_blockNumber: '0x65',
    eth_getLogs: () => chain.logs,
    eth_getBlockByNumber: () => ({ timestamp: `0x${chain.nowS.toString(16)}` }),
    eth_call: ({ data }: { data: string }) => {
      if (data === '0x3644e515') return hashDomain(DOMAIN)
      return word(data.startsWith('0x7ecebe00') ? NONCE : chain.isUsed ? 1n : 0n)
    },
    eth_signTypedData_v4: (_: string, data: string) => signAsPayer(data),
    eth_sendTransaction: `0x${'c3'.repeat(32)}`,
    ...options.answers,
  })
  const payment = aPayment()
  const { metadata, ...body } = honestCalldata(payment)
  const api = fakeApi(payment, {
    ...body,
    metadata: { ...Object(metadata), hasEnoughGas: hasGas },
    signedPayment: 'offer' in options ? options.offer : anOffer(kind),
    ...(obstacle !== undefined && { signedPaymentObstacle: obstacle }),
  })
  const session = fakeSession({ api, provider })
  if (isSponsored) {
    session.setState({ options: [{ ...anOption, isSponsored }], optionId: anOption.id })
  }
  Object.assign(session, {
    fetch: async (_: string, init: RequestInit) => {
      service.posts.push(JSON.parse(String(init.body)))
      const { status, code } = service
      return new Response(JSON.stringify(code === null ? {} : { code }), { status })
    },
  })
  await loadReview(session.task)
  const { verified } = session
  if (verified !== null) {
    await session.stored.put(newAttempt(session, ATTEMPT, verified, anAccount()))
    session.setState({ name: 'signing', payment: verified.payment, attemptId: ATTEMPT })
  }
  const asked = () =>
    provider.methods().filter((method) => /^(eth_(sign|send)|wallet_)/.test(method))
  return { session, provider, chain, service, asked, reviewed: [...session.facts] }
}
