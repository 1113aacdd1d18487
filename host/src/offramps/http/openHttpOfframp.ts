import { formatAmount } from '@secure-payment/core'
import { z } from 'zod'
import type { HttpOfframpConfig } from '../../config.ts'
import { type Circuit, createCircuit, OPEN_MS } from '../../outgoing/createCircuit.ts'
import { firstInvalidPath } from '../../outgoing/firstInvalidPath.ts'
import type { OfframpContext } from '../createOfframp.ts'
import { OfframpRefusedError, OfframpUnavailableError } from '../errors.ts'
import type { Offramp, Report, Subject } from '../offramp.ts'
import { payerAnswerSchema, recordAnswerSchema, reportsAnswerSchema } from './answerSchemas.ts'
import { createReportReader } from './createReportReader.ts'
import { openProviderTransport, type ProviderCall } from './openProviderTransport.ts'

/** The parts of the host that the provider needs. */
export type HttpOfframpContext = Pick<OfframpContext, 'log' | 'now' | 'random'>

/** The path of each kind of record at the provider. */
const COLLECTIONS = { payer: 'payers', account: 'accounts', offramp: 'offramps' } as const
/** The kinds of reports about each kind of record. */
const TOLD_OF = { payer: ['kyc', 'agreement'], account: ['account'], offramp: ['offramp'] } as const

/**
 * Opens the provider at `PAY_OFFRAMP_HTTP_URL`; nothing is sent before the first call. Calls are signed, have a deadline, and pause
 * after repeated failures by the provider. Disposal ends the calls in progress.
 */
export function openHttpOfframp(
  context: HttpOfframpContext,
  settings: HttpOfframpConfig,
  times: { deadlineMs?: number } = {},
): Offramp & AsyncDisposable {
  const transport = openProviderTransport(context, settings, times)
  const readReport = createReportReader(context, settings)
  // The circuits are separate, so that the host follows money in transit even while it cannot submit payers.
  const circuits = { people: openCircuit(context, 'people'), money: openCircuit(context, 'money') }
  const ask = createAsk(settings.id, transport)

  return {
    id: settings.id,
    depositAddress: (networkId) =>
      Object.hasOwn(settings.deposits, networkId) ? (settings.deposits[networkId] ?? null) : null,
    async submitPayer({ id, clientUserId, profile }) {
      const body = { id, clientUserId, profile }
      const call = { method: 'POST', path: '/payers', body, idempotencyKey: id } as const
      const answer = await ask(circuits.people, call, payerAnswerSchema)
      return { providerId: answer.id, kycUrl: answer.kycUrl, agreementUrl: answer.agreementUrl }
    },
    async completeAgreement({ providerId, isCompleted }) {
      const path = `${pathOf({ kind: 'payer', providerId })}/agreement`
      const call = { method: 'PUT', path, body: { completed: isCompleted } } as const
      await ask(circuits.people, call, z.unknown())
    },
    async submitAccount({ id, payerProviderId, account }) {
      const body = { id, payer: payerProviderId, account }
      const call = { method: 'POST', path: '/accounts', body, idempotencyKey: id } as const
      return { providerId: (await ask(circuits.people, call, recordAnswerSchema)).id }
    },
    async start({ id, payerProviderId, accountProviderId, units, decimals, ...payment }) {
      const { network, currency, txHash } = payment
      const body = {
        id,
        payer: payerProviderId,
        account: accountProviderId,
        network,
        currency,
        amount: formatAmount(units, decimals),
        txHash,
      }
      const path = '/offramps'
      const call = { method: 'POST', path, body, idempotencyKey: id, movesMoney: true } as const
      return { providerId: (await ask(circuits.money, call, recordAnswerSchema)).id }
    },
    async read(subject) {
      const circuit = subject.kind === 'offramp' ? circuits.money : circuits.people
      const call = { method: 'GET', path: pathOf(subject) } as const
      const { reports } = await ask(circuit, call, reportsAnswerSchema)
      return reports.flatMap((told) => {
        const report = readReport(told)
        return report !== null && isOf(subject, report) ? [report] : []
      })
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

/** Sends a call through a circuit, and checks the response against its schema. */
function createAsk(provider: string, transport: ReturnType<typeof openProviderTransport>) {
  const unavailable = (reason: string, facts: { isOfRecord?: true } = {}) =>
    new OfframpUnavailableError({ provider, reason, ...facts })
  return async <Schema extends z.ZodType>(
    circuit: Circuit,
    call: ProviderCall,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const permit = circuit.enter()
    if (permit === null) {
      throw unavailable(`it failed repeatedly and is not called for ${OPEN_MS / 1_000} s`)
    }
    try {
      const parsed = schema.safeParse(await transport.send(call))
      if (!parsed.success) {
        const reason = `its response has no usable ${placeOf(parsed.error)}`
        throw unavailable(reason, { isOfRecord: true })
      }
      permit.succeeded()
      return parsed.data
    } catch (error) {
      if (isAnswered(error)) permit.succeeded()
      else permit.failed()
      throw error
    }
  }
}

/** Returns whether the provider responded. An unusable response about one record must not block other records. */
function isAnswered(error: unknown): boolean {
  if (error instanceof OfframpRefusedError) return true
  return error instanceof OfframpUnavailableError && error.isOfRecord
}

function pathOf({ kind, providerId }: Subject): string {
  return `/${COLLECTIONS[kind]}/${encodeURIComponent(providerId)}`
}

/** Returns whether a report is about the requested record. A report about another record is a mistake by the provider. */
function isOf({ kind, providerId }: Subject, report: Report): boolean {
  const kinds: readonly string[] = TOLD_OF[kind]
  return report.providerId === providerId && kinds.includes(report.kind)
}

/** Returns the path at which a response violates its schema, without the value, which may be personal. */
function placeOf(error: z.ZodError): string {
  return firstInvalidPath(error) || 'JSON'
}

function openCircuit({ now, log }: HttpOfframpContext, calls: 'people' | 'money'): Circuit {
  return createCircuit({
    nowMs: () => now().getTime(),
    onOpen: (failures) =>
      log.warn({ calls, failures, restMs: OPEN_MS }, 'Opened the circuit to the offramp provider'),
    onClose: () => log.info({ calls }, 'Closed the circuit to the offramp provider'),
  })
}
