import { KEY_SCOPES } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { apiKeyRow, hashApiKey } from './apiKey.ts'
import { createClientIdValue } from './clientId.ts'

/** The tenant that owns the service's own record: the hosted page's client ID. */
const SYSTEM_TENANT_ID = '00000000000000000000000000'
/** The tenant that owns the records that the bootstrap key creates. */
export const BOOTSTRAP_TENANT_ID = '00000000000000000000000001'

const HOSTED_PAGE_ID = '00000000000000000000000000'
const BOOTSTRAP_LABEL = 'bootstrap'

/**
 * Creates the records that must exist before the first call. The records are the bootstrap tenant with its key, and the hosted
 * page's client ID. That client ID works only from the origins of the page and the console. Idempotent, even if several hosts run
 * it at once. A key that is no longer configured is revoked. A host without the role `api` may lack the settings for keys and
 * pages, so it changes neither.
 */
export async function bootstrap(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
): Promise<{ firstPartyClientId: string }> {
  const { merchantName, roles } = context.config
  const servesCalls = roles.includes('api')
  return context.db.transaction(async (tx) => {
    await saveTenant(context, tx, { id: SYSTEM_TENANT_ID, name: null })
    await saveTenant(context, tx, { id: BOOTSTRAP_TENANT_ID, name: merchantName })
    if (servesCalls) await saveBootstrapKey(context, tx)
    return { firstPartyClientId: await saveHostedPage(context, tx, { isChanged: servesCalls }) }
  })
}

/**
 * Creates the service's missing tenants and nothing else, because an operator's command may run without the hosts'
 * settings.
 */
export async function createTenants(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await context.db.transaction(async (tx) => {
    await saveTenant(context, tx, { id: SYSTEM_TENANT_ID, name: null })
    await saveTenant(context, tx, { id: BOOTSTRAP_TENANT_ID, name: null })
  })
}

/** `name`: null keeps the name that a member set. */
async function saveTenant(
  context: Pick<Context, 'now'>,
  tx: Tx,
  { id, name }: { id: string; name: string | null },
): Promise<void> {
  await tx
    .insertInto('tenants')
    .values({ id, name: name ?? '', created_at: context.now().toISOString() })
    .onConflict((conflict) =>
      name === null
        ? conflict.column('id').doNothing()
        : conflict.column('id').doUpdateSet({ name }),
    )
    .execute()
}

async function saveBootstrapKey(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  tx: Tx,
): Promise<void> {
  const key = context.config.bootstrapApiKey
  await tx
    .updateTable('api_keys')
    .set({ status: 'revoked' })
    .where('tenant_id', '=', BOOTSTRAP_TENANT_ID)
    .where('label', '=', BOOTSTRAP_LABEL)
    .where('hash', '!=', key === null ? '' : hashApiKey(key))
    .execute()
  if (key === null) return
  const facts = {
    tenantId: BOOTSTRAP_TENANT_ID,
    label: BOOTSTRAP_LABEL,
    scopes: KEY_SCOPES,
    expiresAt: null,
    createdBy: null,
    key,
  }
  await tx
    .insertInto('api_keys')
    .values(apiKeyRow(context, facts))
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ status: 'active' }))
    .execute()
}

/** `isChanged`: whether an existing client ID gets the origins of this host's settings. */
async function saveHostedPage(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  tx: Tx,
  { isChanged }: { isChanged: boolean },
): Promise<string> {
  const now = context.now().toISOString()
  // The console, on the authentication host, shows live payments, so its origin is allowed too.
  const { payUrl, authUrl } = context.config
  const allowed_domains = JSON.stringify([...new Set([payUrl, authUrl])])
  await tx
    .insertInto('client_ids')
    .values({
      id: HOSTED_PAGE_ID,
      tenant_id: SYSTEM_TENANT_ID,
      client_id: createClientIdValue(context),
      label: 'Hosted payment page',
      allowed_domains,
      fee_percentage: null,
      fee_address: null,
      fee_bearer: null,
      operator_wallet_address: null,
      default_pre_approval_expiry: null,
      default_authorization_expiry: null,
      payee_destination_id: null,
      allow_any_payee: 0,
      is_first_party: 1,
      status: 'active',
      created_at: now,
      updated_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => {
      const known = conflict.column('id')
      return isChanged ? known.doUpdateSet({ allowed_domains }) : known.doNothing()
    })
    .execute()
  const { client_id } = await tx
    .selectFrom('client_ids')
    .select('client_id')
    .where('id', '=', HOSTED_PAGE_ID)
    .executeTakeFirstOrThrow()
  return client_id
}
