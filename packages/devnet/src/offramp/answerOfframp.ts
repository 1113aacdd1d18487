import { z } from 'zod'
import {
  type OfframpRecord,
  type OfframpRecords,
  type OfframpReport,
  planScript,
  statusOf,
} from './offrampRecords.ts'
import type { OfframpScripts } from './offrampSwitches.ts'

/** One call to the provider's API. */
export type OfframpCall = {
  /** The method and the path below the base, such as `POST /payers`. */
  route: string
  idempotencyKey: string | undefined
  body: string
}

/** The context of a call. */
export type AnswerContext = {
  records: OfframpRecords
  scripts: OfframpScripts
  /** The origin of the pages that payers visit. */
  origin: string
  /** Rejects every submission. */
  refuses: boolean
  /** Called for each report that a call causes. */
  onReport: (record: OfframpRecord, report: OfframpReport) => void
}

/** A rejection: an HTTP status, a code, and a sentence that may contain personal data. */
export class OfframpRefusal extends Error {
  override readonly name = 'OfframpRefusal'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const text = z.string().min(1)
const payerBody = z.object({ id: text, clientUserId: text, profile: z.looseObject({}) })
const agreementBody = z.object({ completed: z.boolean() })
const accountBody = z.object({ id: text, payer: text, account: z.looseObject({}) })
const offrampBody = z.object({
  id: text,
  payer: text,
  account: text,
  network: text,
  currency: text,
  amount: z.string().regex(/^\d+(?:\.\d+)?$/),
  txHash: z.string().regex(/^0x[0-9a-f]{64}$/),
})

/** Executes a call and returns the response. Throws OfframpRefusal. */
export function answerOfframp(context: AnswerContext, call: OfframpCall): object {
  const [, method, collection = '', id, part] =
    /^(\w+) \/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(call.route) ?? []
  const kind = KINDS[collection]
  const target = id === undefined || kind === undefined ? null : { kind, id: decodeId(id) }
  if (context.refuses && method !== 'GET') {
    throw new OfframpRefusal(422, 'not_eligible', `The provider does not serve ${call.body}.`)
  }
  if (method === 'GET' && target !== null && part === undefined) {
    return { reports: require(context, target).reports }
  }
  if (method === 'PUT' && target?.kind === 'payer' && part === 'agreement') {
    return noteAgreement(context, require(context, target), call)
  }
  if (method === 'POST' && id === undefined && kind !== undefined) {
    return SUBMIT[kind](context, call)
  }
  throw new OfframpRefusal(404, 'no_such_path', `There is no ${call.route} here.`)
}

const KINDS: Readonly<Record<string, OfframpRecord['kind']>> = {
  payers: 'payer',
  accounts: 'account',
  offramps: 'offramp',
}

const SUBMIT = { payer: submitPayer, account: submitAccount, offramp: startOfframp } as const

/**
 * Submits a payer. A repeated call with the same data returns the existing payer, and restarts a failed check. The provider rejects other
 * data under the same id, unless the check failed.
 */
function submitPayer(context: AnswerContext, call: OfframpCall): object {
  const { id: callerId } = parse(payerBody, call)
  const { records, scripts, origin } = context
  const script = planScript('payer', scripts)
  const facts = { kind: 'payer', callerId, body: call.body, script } as const
  const payer = records.findByCaller('payer', callerId) ?? records.create(facts)
  const hasFailed = statusOf(payer, 'kyc') === 'failed'
  if (payer.body !== call.body && !hasFailed) {
    throw new OfframpRefusal(409, 'payer_exists', `A payer ${callerId} with other data exists.`)
  }
  if (hasFailed && payer.script.length === 0) Object.assign(payer, { body: call.body, script })
  return {
    id: payer.id,
    kycUrl: `${origin}/pages/kyc/${payer.id}`,
    agreementUrl: `${origin}/pages/agreement/${payer.id}`,
  }
}

function noteAgreement(
  { records, onReport }: AnswerContext,
  payer: OfframpRecord,
  call: OfframpCall,
): object {
  const status = parse(agreementBody, call).completed ? 'completed' : 'rejected'
  const isOver = statusOf(payer, 'agreement') === 'completed'
  if (!isOver && statusOf(payer, 'agreement') !== status) {
    onReport(payer, records.report(payer, { kind: 'agreement', status }))
    payer.script = payer.script.filter(({ kind }) => kind !== 'agreement')
  }
  return { success: true }
}

function submitAccount(context: AnswerContext, call: OfframpCall): object {
  const { id: callerId, payer } = parse(accountBody, call)
  if (context.records.find('payer', payer) === undefined) {
    throw new OfframpRefusal(422, 'unknown_payer', `There is no payer ${payer}.`)
  }
  return { id: findOrCreate(context, 'account', { callerId, body: call.body }).id }
}

/** Accepts only offramps for a compliant payer to an approved account. */
function startOfframp(context: AnswerContext, call: OfframpCall): object {
  const { id: callerId, payer: payerId, account: accountId } = parse(offrampBody, call)
  const payer = context.records.find('payer', payerId)
  const account = context.records.find('account', accountId)
  if (payer === undefined || account === undefined) {
    throw new OfframpRefusal(422, 'unknown_payer', `There is no ${payerId} with ${accountId}.`)
  }
  return { id: findOrCreate(context, 'offramp', { callerId, body: call.body }).id }
}

function findOrCreate(
  { records, scripts }: AnswerContext,
  kind: 'account' | 'offramp',
  facts: { callerId: string; body: string },
): OfframpRecord {
  const found = records.findByCaller(kind, facts.callerId)
  if (found === undefined)
    return records.create({ kind, ...facts, script: planScript(kind, scripts) })
  if (found.body === facts.body) return found
  throw new OfframpRefusal(
    409,
    'idempotency_key_reused',
    `${facts.callerId} was sent with other data before.`,
  )
}

function require({ records }: AnswerContext, { kind, id }: Pick<OfframpRecord, 'kind' | 'id'>) {
  const record = records.find(kind, id)
  if (record !== undefined) return record
  throw new OfframpRefusal(404, 'not_found', `There is no ${kind} ${id}.`)
}

/** Parses a new record's body, whose id must match the id in the header. */
function parse<Schema extends z.ZodType>(schema: Schema, call: OfframpCall): z.output<Schema> {
  const json = parseJson(call.body)
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new OfframpRefusal(400, 'invalid_body', parsed.error.message)
  const named = typeof json === 'object' && json !== null && 'id' in json ? json.id : undefined
  if (named !== call.idempotencyKey) {
    throw new OfframpRefusal(400, 'invalid_idempotency_key', 'Idempotency-Key is not the id.')
  }
  return parsed.data
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new OfframpRefusal(400, 'invalid_body', 'The body is not JSON.')
  }
}

function decodeId(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
