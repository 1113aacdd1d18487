import { createHash } from 'node:crypto'
import { deriveBrandTheme, inkOn, isUlid } from '@secure-payment/core'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import { verifiedDomainOf } from '../domains/verifiedDomain.ts'
import { coloursOf, selectBranding } from './branding.ts'

/** The merchant's details on the hosted page itself; the element in it shows the rest. */
export type PageBranding = {
  /** A domain that the merchant proved to be theirs; null: the merchant is unverified. */
  verifiedDomain: string | null
  /**
   * The payees' addresses, in full even where an access policy hides them elsewhere: a payer can check nothing else
   * about an unverified merchant. Empty without a payment.
   */
  payees: readonly string[]
  /** Rules of the page's background: written by this service, only from checked colours. Empty: the page's own. */
  css: string
  /** For the Content-Security-Policy of a page with these rules. */
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
    .select('brandings.id as branding_id')
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
 * Reads the details that the hosted page of a token shows around its payment. Never fails: without them the page is
 * plain, and still accepts payments.
 */
export async function readPageBranding(
  context: Pick<Context, 'db' | 'log'>,
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
