import { findServedNetwork, type SandboxConfig } from '../../config.ts'
import type { Row } from '../../db/schema.ts'
import { openAccount } from '../../payers/sealedFields.ts'
import type { OfframpContext } from '../createOfframp.ts'
import type { Offramp, PayerPages, Report, Subject } from '../offramp.ts'
import { accountReports } from './accountReports.ts'
import { offrampReports } from './offrampReports.ts'
import { pageKey } from './pageKeys.ts'
import { type Press, payerReports } from './payerReports.ts'
import { isNewWord, press } from './presses.ts'
import { readSandboxPayer } from './readSandboxPayer.ts'
import { ownIdOf, SANDBOX_ID, sandboxIdOf } from './sandboxIds.ts'

/** The last account that every local chain creates; its private key is public. */
const LOCAL_DEPOSIT_ADDRESS = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/**
 * Opens the provider for local and test networks. The sandbox moves no money and has no server. It derives its reports from the creation
 * times and magic values of the service's records, and from the buttons pressed on its pages.
 */
export function openSandbox(context: OfframpContext, settings: SandboxConfig): Offramp {
  const { config, dataSealer } = context
  return {
    id: SANDBOX_ID,
    depositAddress(networkId) {
      const network = findServedNetwork(config, networkId)?.network
      if (network?.family !== 'evm') return null
      if (network.isLocal) return settings.depositAddress ?? LOCAL_DEPOSIT_ADDRESS
      return network.isTestnet ? settings.depositAddress : null
    },
    async submitPayer({ id }): Promise<PayerPages> {
      await press(context, id, { action: 'again', isDue: isSubmittedAgain })
      return {
        providerId: sandboxIdOf('payer', id),
        kycUrl: `${config.payUrl}/sandbox/kyc/${pageKey(dataSealer, 'kyc', id)}`,
        agreementUrl: `${config.payUrl}/sandbox/agreement/${pageKey(dataSealer, 'agreement', id)}`,
      }
    },
    async completeAgreement({ providerId, isCompleted }) {
      const action = isCompleted ? 'sign' : 'decline'
      const isDue = (_payer: unknown, presses: readonly Press[]) => isNewWord(presses, action)
      await press(context, ownIdOf({ kind: 'payer', providerId }), { action, isDue })
    },
    submitAccount: async ({ id }) => ({ providerId: sandboxIdOf('account', id) }),
    start: async ({ id }) => ({ providerId: sandboxIdOf('offramp', id) }),
    read: (subject) => read(context, settings, subject),
  }
}

/** Returns whether the payer's check has failed and no other check has begun. */
function isSubmittedAgain(payer: Row<'payers'>, presses: readonly Press[]): boolean {
  const last = presses.findLast(({ action }) => action !== 'sign' && action !== 'decline')
  return payer.kyc_status === 'failed' && last?.action !== 'again'
}

async function read(
  context: OfframpContext,
  { delayMs }: SandboxConfig,
  subject: Subject,
): Promise<readonly Report[]> {
  const clock = { now: context.now(), delayMs }
  const id = ownIdOf(subject)
  switch (subject.kind) {
    case 'payer': {
      const payer = await readSandboxPayer(context, id)
      return payer === null ? [] : payerReports(payer, clock)
    }
    case 'account':
      return readAccount(context, id, clock)
    case 'offramp':
      return readOfframp(context, id, clock)
    default:
      return subject.kind satisfies never
  }
}

type Clock = { now: Date; delayMs: number }

async function readAccount(
  { db, dataSealer }: OfframpContext,
  id: string,
  clock: Clock,
): Promise<readonly Report[]> {
  const row = await db.kysely
    .selectFrom('payment_details')
    .select(['id', 'sealed_account', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const account = row && openAccount(dataSealer, row)
  if (!row || !account) return []
  const { bankName } = account
  return accountReports({ id, createdAt: new Date(row.created_at), bankName }, clock)
}

/** Reads an offramp's reports. An erased account's holder is unknown, so its offramp is delivered. */
async function readOfframp(
  { db, dataSealer }: OfframpContext,
  id: string,
  clock: Clock,
): Promise<readonly Report[]> {
  const row = await db.kysely
    .selectFrom('offramps')
    .innerJoin('payment_details', 'payment_details.id', 'offramps.payment_details_id')
    .select(['offramps.created_at', 'payment_details.id', 'payment_details.sealed_account'])
    .where('offramps.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return []
  const accountName = openAccount(dataSealer, row)?.accountName ?? ''
  return offrampReports({ id, createdAt: new Date(row.created_at), accountName }, clock)
}
