import { createHash } from 'node:crypto'
import { deriveBrandTheme, inkOn, isUlid } from '@secure-payment/core'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import { verifiedDomainOf } from '../domains/verifiedDomain.ts'
import { coloursOf, selectBranding } from './branding.ts'

/** The merchant's details on the hosted page; the element in it shows the rest. */
export type PageBranding = {
  /** A domain whose ownership the merchant proved; null if the merchant is unverified. */
  verifiedDomain: string | null
  /**
   * The payees' addresses, always in full, because a payer can verify nothing else about an unverified merchant. Empty without a
   * payment.
   */
  payees: readonly string[]
  /** Whether the payment still accepts money: it is neither paid, nor cancelled, nor expired. */
  isPayable: boolean
  /** Whether the merchant pays on the page, so that no payer states an address for refunds there. */
  isPayout: boolean
  /** The CSS of the page's background, which this service builds only from checked colours. Empty for the default background. */
  css: string
  /** The hash of `css` for the page's Content-Security-Policy. */
  cssHash: string | null
  isBranded: boolean
  displaysService: boolean
}

const selectMerchant = preparedRead((kysely) =>
  kysely
    .selectFrom('secure_payments as payment')
    .leftJoin('brandings', (join) =>
      join
        .onRef('brandings.tenant_id', '=', 'payment.tenant_id')
        .on((eb) =>
          eb.or([
            eb('brandings.client_id', '=', eb.ref('payment.client_id')),
            eb('brandings.client_id', '=', sql.lit('')),
          ]),
        ),
    )
    .select(['brandings.id as branding_id', 'payment.status', 'payment.expires_at', 'payment.flow'])
    .select(verifiedDomainOf('payment').as('verified_domain'))
    .where('payment.token', '=', TEXT)
    .orderBy('brandings.client_id', 'desc')
    .limit(1)
    .compile(),
)

const selectPayees = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .select('payee')
    .where('secure_payment_token', '=', TEXT)
    .orderBy('id')
    .compile(),
)

/**
 * Reads the details that a token's hosted page shows around the payment. Never fails; without the details, the page is plain but accepts
 * payments.
 */
export async function readPageBranding(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  token: string,
): Promise<PageBranding> {
  if (!isUlid(token)) return PLAIN
  try {
    const [[found], payees] = await Promise.all([
      selectMerchant(context.db, token, 1),
      selectPayees(context.db, token),
    ])
    if (found === undefined) return PLAIN
    const [row] =
      found.branding_id === null ? [] : await selectBranding(context.db, found.branding_id)
    const css = row === undefined ? '' : writeBackground(deriveBrandTheme(coloursOf(row)).page)
    return {
      verifiedDomain: found.verified_domain,
      payees: [...new Set(payees.map(({ payee }) => payee))],
      isPayable: found.status === 'pending' && found.expires_at > context.now().toISOString(),
      isPayout: found.flow === 'pay',
      css,
      cssHash: css === '' ? null : `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
      isBranded: row !== undefined,
      displaysService: row?.displays_service === 1,
    }
  } catch (error) {
    context.log.warn({ err: error }, 'Showed a payment page without its branding')
    return PLAIN
  }
}

const PLAIN: PageBranding = {
  verifiedDomain: null,
  payees: [],
  isPayable: false,
  isPayout: false,
  css: '',
  cssHash: null,
  isBranded: false,
  displaysService: false,
}

function writeBackground({ light, dark }: { light: string | null; dark: string | null }): string {
  if (light === null) return ''
  const rule = (background: string) => `body{background:${background};color:${inkOn(background)}}`
  return dark === null ? `@media (prefers-color-scheme:light){${rule(light)}}` : rule(light)
}
