import { getNetwork } from '@secure-payment/core/networks'
import { permitTypedData } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import type { privateKeyToAccount } from 'viem/accounts'
import type { Context } from '../../../host/src/context.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { buildSchedule, createScheduleId } from '../../../host/src/recurring/buildSchedule.ts'
import { permitDomainOf, permitOf } from '../../../host/src/recurring/permitOf.ts'
import { planSchedule } from '../../../host/src/recurring/planSchedule.ts'
import { buildRequestRow } from '../../../host/src/requests/buildRequestRow.ts'
import type { PlannedRequest } from '../../../host/src/requests/planRequest.ts'

/** An active payout of daily payments with a start date in the past, which the API would reject. */
export type WantedSchedule = {
  payer: ReturnType<typeof privateKeyToAccount>
  tenantId: string
  contract: string
  planned: PlannedRequest
  /** `YYYY-MM-DD` */
  startDate: string
  totalPayments: number
}

/** Stores a payout, signed and active, with its first request, as the API does. */
export async function insertSchedule(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  { payer, tenantId, contract, planned, startDate, totalPayments }: WantedSchedule,
): Promise<Row<'recurring_payments'>> {
  const now = context.now()
  const id = createScheduleId(context, now)
  const stated = {
    payer: payer.address,
    recurrence: { startDate, frequency: 'DAILY' as const, totalPayments },
  }
  const schedule = planSchedule(planned, stated, new Date(startDate))
  const common = { tenantId, clientId: null, reference: null, customerInfo: null, now }
  const plan = { way: 'scheduled', recurringPaymentId: id } as const
  const request = buildRequestRow(
    context,
    { ...planned, plan },
    {
      ...common,
      origin: null,
      payer: payer.address,
    },
  )
  const row = buildSchedule(
    context,
    { request: planned, schedule },
    { ...common, id, requestId: request.id, contract },
  )
  const active: Row<'recurring_payments'> = {
    ...row,
    status: 'active',
    permit_signature: await sign(payer, row),
    next_due_at: new Date(startDate).toISOString(),
    activated_at: now.toISOString(),
  }
  await context.db.transaction(async (tx) => {
    await tx.insertInto('requests').values(request).execute()
    await tx.insertInto('recurring_payments').values(active).execute()
  })
  return active
}

async function sign(payer: WantedSchedule['payer'], row: Row<'recurring_payments'>): Promise<Hex> {
  const { domain, types, primaryType, message } = permitTypedData(
    permitOf(row),
    permitDomainOf(row),
  )
  if (domain.chainId !== getNetwork(row.network).chainId)
    throw new Error('A permit for another chain')
  return payer.signTypedData({
    domain: { ...domain, verifyingContract: `0x${domain.verifyingContract.slice(2)}` },
    types: { SchedulePermit: [...types.SchedulePermit] },
    primaryType,
    message: { ...message },
  })
}
