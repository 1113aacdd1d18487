import { withoutMarks } from '@secure-payment/core'
import type { Role } from '@secure-payment/core/api'
import { principalOf, type SessionCaller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { readVerifiedDomain } from '../../domains/verifiedDomain.ts'
import { queueMail } from '../../mail/queueMail.ts'
import { quoteText } from '../../notices/quoteText.ts'
import { readVerifiedEmail } from './readVerifiedEmail.ts'

/** The maximum number of links that an e-mail address gets from all tenants in any 24 hours. */
const MAX_MAILS_A_DAY = 10
const DAY_MS = 86_400_000

const ROLES: Readonly<Record<Role, string>> = {
  owner: 'Owner. An owner can do everything, and can make other members owners.',
  admin: 'Admin. An admin can do everything, except change owners.',
  finance: 'Finance, for payments, links, payouts and refunds.',
  developer: 'Developer, for payments, links, API keys and webhooks.',
  'read-only': 'Read only. This role can see everything, but change nothing.',
}

/** A stored invitation for an e-mail address, and its link. */
type Invitation = {
  email: string
  url: string
  row: Pick<Row<'invitations'>, 'role' | 'expires_at'>
  caller: SessionCaller
}

/**
 * Sends the link to the invited address, and returns whether the e-mail will be sent. The e-mail names the merchant and the inviting
 * member. These names are quoted, so that no merchant can send its own link to strangers.
 */
export async function sendInvitation(
  tx: Tx,
  context: Pick<Context, 'config' | 'now' | 'random' | 'sealer'>,
  { email, url, row, caller }: Invitation,
): Promise<boolean> {
  if (context.config.mail === null) return false
  const { tenantId } = caller
  const digest = context.sealer.digest('email', email)
  const since = new Date(context.now().getTime() - DAY_MS).toISOString()
  const { count } = await tx
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('bound_email_digest', '=', digest)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  // The new invitation counts too.
  if (Number(count) > MAX_MAILS_A_DAY) return false
  const merchant = await nameMerchant(tx, tenantId)
  const facts = [
    `Verified domain of the merchant: ${await nameDomain(tx, tenantId)}`,
    `Invited by: ${await nameMember(tx, context, caller)}`,
    `Your role: ${ROLES[row.role]}`,
    `Valid until: ${row.expires_at.slice(0, 16).replace('T', ' ')} UTC`,
  ]
  const parts = {
    to: email,
    subject: `Invitation to ${merchant}`,
    paragraphs: [
      `A member of ${merchant} invites you to join it, with this e-mail address.`,
      facts.join('\n'),
      { text: 'Open the link, and choose a password. It works once:', url },
      'If you did not expect an invitation, ignore this e-mail.',
    ],
  }
  const queued = await queueMail(tx, context, parts, { tenantId, cause: null })
  return typeof queued === 'object'
}

async function nameMerchant(tx: Tx, tenantId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const shown = withoutMarks(name)
  return shown === ''
    ? 'a merchant account without a name'
    : `the merchant account ${quoteText(shown)}`
}

/** Quotes the domain so that no mail program turns it into a link: its owner may be a stranger to the reader. */
async function nameDomain(tx: Tx, tenantId: string): Promise<string> {
  const domain = await readVerifiedDomain(tx, tenantId)
  return domain === null ? 'none' : quoteText(domain)
}

async function nameMember(
  tx: Tx,
  context: Pick<Context, 'sealer'>,
  caller: SessionCaller,
): Promise<string> {
  const email = await readVerifiedEmail(tx, context, principalOf(caller))
  const wallet = caller.wallet === null ? null : `the wallet ${caller.wallet.address}`
  if (email === null) return wallet ?? 'a member without a verified e-mail address'
  return wallet === null ? quoteText(email) : `${quoteText(email)}, ${wallet}`
}
