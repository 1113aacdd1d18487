import { z } from 'zod'
import { addressSchema, momentSchema } from '../schemas/schemas.ts'
import { freeText, textMatching, textWhere } from '../schemas/text.ts'

const MAX_URL_LENGTH = 2_048
/** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
const MAX_EMAIL_LENGTH = 254
/** A domain with at least two labels; the last one begins with a letter, so that no IP address matches. */
const DOMAIN = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]`
const EMAIL = new RegExp(String.raw`^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@${DOMAIN}$`)

/** A URL after its scheme: a host name or IP address, then visible ASCII. User info is rejected, because it can look like another host. */
const REST = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?(?:[/?#][!#-;=?-\[\]_a-z~]*)?`
const LINK = new RegExp(`^https?://${REST}$`)
const HTTPS_LINK = new RegExp(`^https://${REST}$`)
/** One e-mail address, without a subject or further recipients. */
const MAILTO = `mailto:[A-Za-z0-9.!#$'*+/=^_{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?`
const SUPPORT_LINK = new RegExp(`^(?:https://${REST}|${MAILTO})$`)

/** A link that a person opens: http or https. Rejects URLs that a browser would execute (`javascript:`, `data:`). */
const linkSchema = link(LINK, 'must be an http or https URL')

/** Like `linkSchema`, but only https: for links on all of a merchant's payment pages. */
export const httpsLinkSchema = link(HTTPS_LINK, 'must be an https URL')

/** The support link for payers: an https page, or a `mailto:` link with one address and no subject or text. */
export const supportLinkSchema = link(
  SUPPORT_LINK,
  'must be an https URL, or mailto: with one e-mail address',
)

/**
 * The support e-mail for payers: letters, digits and `._+-` before a domain with a dot. Every character is ASCII, so that no address looks like
 * another one.
 */
export const supportEmailSchema = textWhere((text) =>
  text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)
    ? undefined
    : { code: 'invalid_email', message: 'must be one e-mail address, such as help@shop.example' },
).meta({ pattern: EMAIL.source, maxLength: MAX_EMAIL_LENGTH })

/** A font file: https, a domain, and a path that ends with `.woff2`. No character can end a CSS string or a CSP source. */
export const fontUrlSchema = link(
  new RegExp(String.raw`^https://${DOMAIN}(?::\d{1,5})?/[A-Za-z0-9._~%/+-]*\.woff2$`),
  'must be an https URL of a .woff2 file, on a domain and without a query',
)

/** The name of a font family. */
export const fontFamilySchema = textMatching(/^[A-Za-z0-9][A-Za-z0-9 -]{0,62}[A-Za-z0-9]$/, {
  code: 'invalid_font',
  message: 'must have 2 to 64 letters, digits, spaces or hyphens, such as "Inter"',
})

function link(pattern: RegExp, message: string) {
  return textWhere((text) => {
    if (text.length > MAX_URL_LENGTH) {
      return { code: 'too_long', message: `must have at most ${MAX_URL_LENGTH} characters` }
    }
    return pattern.test(text) ? undefined : { code: 'invalid_url', message }
  }).meta({ pattern: pattern.source, maxLength: MAX_URL_LENGTH })
}

/** The label of the link back to the merchant, without the characters of HTML markup. */
const redirectLabelSchema = freeText({ min: 1, max: 255 })
  .superRefine((text, context) => {
    if (!/[<>&"'`]/.test(text)) return
    const message = 'must not contain any of < > & " \' `'
    context.addIssue({ code: 'custom', message, params: { code: 'invalid_label' } })
  })
  .meta({ pattern: '^[^<>&"\'`\\u0000-\\u001f\\u007f]*$' })

/** The maximum number of wallets for which a secure payment or a payee destination can be reserved. */
const MAX_ALLOWED_PAYERS = 100

/** The wallets that may pay: the body member of payment pages and of payee destinations. */
export const accessPolicySchema = z
  .object({
    mode: z
      .enum(['inherit', 'off', 'kyt_all_wallets'])
      .optional()
      .describe(
        '`kyt_all_wallets`: the service screens each wallet before it prepares a transaction. `off`: it does not, unless it screens all payers. A mode that the service cannot apply returns 400.',
      ),
    screeningProvider: freeText({ min: 1, max: 63 })
      .nullish()
      .describe('Null, or the name of the service’s screening provider.'),
    hideUntilApproved: z
      .boolean()
      .optional()
      .describe(
        'Shortens the payee’s addresses until the query’s `wallet` is a wallet that may pay.',
      ),
    hidePayeeAddress: z.boolean().optional().describe('Same as hideUntilApproved.'),
    allowedPayerAddresses: z
      .array(addressSchema)
      .min(1)
      .max(MAX_ALLOWED_PAYERS)
      .optional()
      .describe(
        'The only wallets that may pay, in any letter case. If omitted, any wallet may pay.',
      ),
  })
  .meta({
    id: 'AccessPolicy',
    description:
      'The wallets that may pay, and to which the service discloses the payees. The policy restricts only this service’s responses: a payment that another wallet makes on chain still counts.',
  })

/** A merchant's options for a payment page, as body members of the operations that create a payment. */
export const merchantOptions = {
  redirectUrl: linkSchema
    .optional()
    .describe(
      'The target of a button after the payment: http or https. With a client ID, the target must be on one of the client ID’s allowed domains.',
    ),
  redirectLabel: redirectLabelSchema.optional().describe('The button’s label.'),
  accessPolicy: accessPolicySchema
    .optional()
    .describe(
      'The payment’s own policy, in addition to the policies of the payee destinations that it names.',
    ),
  expiresAt: momentSchema
    .optional()
    .describe(
      'The expiry of the link: at least one minute and at most 366 days from now. If omitted, the link has the service’s default lifetime.',
    ),
} as const

/** The access policy of a body. */
export type AccessPolicyInput = z.output<typeof accessPolicySchema>
