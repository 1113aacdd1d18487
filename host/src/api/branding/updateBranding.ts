import { contrastPairs, InvalidInputError, MIN_TEXT_CONTRAST } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { coloursOf } from '../../branding/branding.ts'
import { type Logo, readLogo } from '../../branding/readLogo.ts'
import type { Context } from '../../context.ts'
import { lockTenant } from '../../db/lockTenant.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { readScope } from './brandingScope.ts'
import { describeSettings } from './describeSettings.ts'
import { lowContrast } from './errors.ts'

type Update = typeof api.branding.update

/**
 * Replaces a branding; the logo stays if the call omits it. Rejects colours that make text unreadable on any page that
 * would use them.
 *
 * @throws InvalidInputError, BrandedClientIdNotFoundError
 */
export async function updateBranding(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random'>,
  call: Pick<Call<Update>, 'body' | 'query' | 'caller'>,
): Promise<Output<Update>> {
  const { body } = call
  for (const field of ['termsUrl', 'privacyUrl', 'supportUrl', 'fontUrl'] as const)
    guardUrl(field, body[field])
  guardFont(body)
  const scope = await readScope(context, call)
  const logo = typeof body.logo === 'string' ? readLogo(body.logo) : null
  const chosen = columnsOf(body)
  const pairs = contrastPairs(coloursOf({ ...EMPTY, ...chosen }))
  const unreadable = pairs.filter(({ ratio }) => ratio < MIN_TEXT_CONTRAST)
  if (unreadable.length > 0) throw lowContrast(unreadable)
  const at = context.now().toISOString()
  const row = await context.db.transaction(async (tx) => {
    await lockTenant(tx, scope.tenantId)
    const known = await tx
      .selectFrom('brandings')
      .select(['id', 'logo_id', 'created_at'])
      .where('tenant_id', '=', scope.tenantId)
      .where('client_id', '=', scope.clientId)
      .executeTakeFirst()
    const id = known?.id ?? createId(context)
    const logo_id =
      body.logo === undefined
        ? (known?.logo_id ?? null)
        : await replaceLogo(context, tx, { brandingId: id, logo })
    const saved: Row<'brandings'> = {
      id,
      tenant_id: scope.tenantId,
      client_id: scope.clientId,
      ...chosen,
      logo_id,
      created_at: known?.created_at ?? at,
      updated_at: at,
    }
    await tx
      .insertInto('brandings')
      .values(saved)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(saved))
      .execute()
    await context.audit?.write(tx, id)
    return saved
  })
  return describeSettings(context.config, scope, row)
}

/** A URL that matches the schema's pattern may still have an impossible host or port. */
function guardUrl(field: string, url: string | null | undefined): void {
  if (url === null || url === undefined || URL.canParse(url)) return
  throw new InvalidInputError([{ field, code: 'invalid_url', message: 'must be an https URL' }])
}

/** A font needs both a name and a file. */
function guardFont({ fontFamily = null, fontUrl = null }: Call<Update>['body']): void {
  if ((fontFamily === null) === (fontUrl === null)) return
  const [field, other] = fontUrl === null ? ['fontUrl', 'fontFamily'] : ['fontFamily', 'fontUrl']
  const message = `is required together with ${other}`
  throw new InvalidInputError([{ field, code: 'required', message }])
}

type Columns = Omit<
  Row<'brandings'>,
  'id' | 'tenant_id' | 'client_id' | 'logo_id' | 'created_at' | 'updated_at'
>

const EMPTY = {
  id: '',
  tenant_id: '',
  client_id: '',
  logo_id: null,
  created_at: '',
  updated_at: '',
}

function columnsOf(body: Call<Update>['body']): Columns {
  return {
    page_background_color: body.pageBackgroundColor ?? null,
    card_background_color: body.cardBackgroundColor ?? null,
    primary_action_color: body.primaryActionColor ?? null,
    primary_text_color: body.primaryTextColor ?? null,
    secondary_text_color: body.secondaryTextColor ?? null,
    terms_url: body.termsUrl ?? null,
    privacy_url: body.privacyUrl ?? null,
    support_url: body.supportUrl ?? null,
    support_email: body.supportEmail ?? null,
    font_family: body.fontFamily ?? null,
    font_url: body.fontUrl ?? null,
    displays_service: body.displayRequestBranding === true ? 1 : 0,
  }
}

/** Replaces the stored logo, and returns the new logo's id; without a new logo, only removes the stored one and returns null. */
async function replaceLogo(
  context: Pick<Context, 'now' | 'random'>,
  tx: Tx,
  { brandingId, logo }: { brandingId: string; logo: Logo | null },
): Promise<string | null> {
  await tx.deleteFrom('logos').where('branding_id', '=', brandingId).execute()
  if (logo === null) return null
  const id = createId(context)
  await tx
    .insertInto('logos')
    .values({
      id,
      branding_id: brandingId,
      type: logo.type,
      content: logo.bytes.toString('base64'),
      created_at: context.now().toISOString(),
    })
    .execute()
  return id
}
