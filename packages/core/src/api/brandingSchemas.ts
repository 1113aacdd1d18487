import { z } from 'zod'
import { timestampSchema, ulidSchema, urlSchema } from '../schemas/schemas.ts'
import { textMatching, textWhere } from '../schemas/text.ts'
import {
  fontFamilySchema,
  fontUrlSchema,
  httpsLinkSchema,
  supportEmailSchema,
  supportLinkSchema,
} from './merchantOptions.ts'

/** The maximum size of a logo, in bytes. */
export const MAX_LOGO_BYTES = 65_536
/** The image types that the service accepts. An SVG could contain scripts. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/
/** The length of the data URL: its prefix, and 4 base64 characters per 3 bytes. */
const MAX_LOGO_TEXT = 32 + (MAX_LOGO_BYTES / 3) * 4

/** A colour as `#rrggbb`; parses to lower case. */
const colourSchema = textMatching(/^#[0-9a-fA-F]{6}$/, {
  code: 'invalid_colour',
  message: 'must be # and 6 hex digits, such as "#1f4fd8"',
})
  .transform((text) => text.toLowerCase())
  .describe('# and 6 hex digits.')

const logoSchema = textWhere((text) => {
  if (text.length > MAX_LOGO_TEXT + 2) {
    return { code: 'too_large', message: `must have at most ${MAX_LOGO_BYTES / 1_024} KiB` }
  }
  if (DATA_URL.test(text)) return undefined
  return {
    code: 'invalid_image',
    message: 'must be a data: URL with a PNG, JPEG or WebP image in base64',
  }
}).meta({ pattern: '^data:image/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$' })

const COLOURS = {
  pageBackgroundColor: 'Background of the hosted page, around the card.',
  cardBackgroundColor: 'Background of the card.',
  primaryActionColor:
    'Buttons and links. Button text is black or white, whichever is more readable.',
  primaryTextColor: 'Text on the card.',
  secondaryTextColor: 'Secondary text on the card.',
} as const

/** The name of a branding's colour member. */
export type BrandColourName = keyof typeof COLOURS

const COLOUR_NAMES = [
  'pageBackgroundColor',
  'cardBackgroundColor',
  'primaryActionColor',
  'primaryTextColor',
  'secondaryTextColor',
] as const satisfies readonly BrandColourName[]

function colourMembers<S extends z.ZodType>(
  make: (description: string) => S,
): Record<BrandColourName, S> {
  return {
    pageBackgroundColor: make(COLOURS.pageBackgroundColor),
    cardBackgroundColor: make(COLOURS.cardBackgroundColor),
    primaryActionColor: make(COLOURS.primaryActionColor),
    primaryTextColor: make(COLOURS.primaryTextColor),
    secondaryTextColor: make(COLOURS.secondaryTextColor),
  }
}

const answeredColour = textMatching(/^#[0-9a-f]{6}$/, {
  code: 'invalid_colour',
  message: 'must be # and 6 hex digits',
})

/** The whole branding: an omitted member is unset, except the logo, which stays unchanged. */
export const brandingBodySchema = z
  .object({
    ...colourMembers((description) => colourSchema.nullish().describe(description)),
    logo: logoSchema
      .nullish()
      .describe(
        `A PNG, JPEG or WebP image as a data: URL, at most ${MAX_LOGO_BYTES / 1_024} KiB and 1024 pixels per side. Null removes the logo; omit the member to keep the logo.`,
      ),
    termsUrl: httpsLinkSchema.nullish(),
    privacyUrl: httpsLinkSchema.nullish(),
    supportUrl: supportLinkSchema
      .nullish()
      .describe('Support link for payers: an https page, or `mailto:` with one address.'),
    supportEmail: supportEmailSchema.nullish().describe('Support e-mail address for payers.'),
    fontFamily: fontFamilySchema
      .nullish()
      .describe('The name of the hosted page’s font; required together with fontUrl.'),
    fontUrl: fontUrlSchema
      .nullish()
      .describe(
        'The https URL of the font as a .woff2 file. The server must allow the hosted page’s origin (CORS).',
      ),
    displayRequestBranding: z
      .boolean()
      .optional()
      .describe('Whether the hosted page names the service behind it. False by default.'),
  })
  .meta({ id: 'BrandingUpdate' })

const contrastSchema = z
  .object({
    foreground: z.enum(['primaryTextColor', 'secondaryTextColor', 'buttonText']),
    background: z.enum(['cardBackgroundColor', 'primaryActionColor']),
    ratio: z
      .number()
      .min(1)
      .max(21)
      .describe('The contrast ratio, with two decimals; at least 4.5.'),
  })
  .meta({ id: 'BrandingContrast' })

/** A tenant's branding as its owner manages it. */
export const brandingSettingsSchema = z
  .object({
    id: ulidSchema.nullable().describe('Null if there is no branding.'),
    clientId: z
      .string()
      .nullable()
      .describe(
        'The client ID whose payments have the branding; null for all of the tenant’s payments.',
      ),
    ...colourMembers((description) => answeredColour.nullable().describe(description)),
    logoUrl: urlSchema.nullable(),
    termsUrl: urlSchema.nullable(),
    privacyUrl: urlSchema.nullable(),
    supportUrl: supportLinkSchema.nullable(),
    supportEmail: supportEmailSchema.nullable(),
    fontFamily: fontFamilySchema.nullable(),
    fontUrl: fontUrlSchema.nullable(),
    displayRequestBranding: z.boolean(),
    contrast: z
      .array(contrastSchema)
      .describe('The contrast of each text colour with its background.'),
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Branding' })

/** The branding in the response about a payment. */
export const paymentBrandingSchema = z
  .object({
    id: ulidSchema,
    clientIdId: ulidSchema
      .optional()
      .describe(
        'Record id of the client ID that the branding belongs to; absent for the tenant’s branding.',
      ),
    logoPath: urlSchema.optional(),
    ...colourMembers((description) => answeredColour.optional().describe(description)),
    termsPath: urlSchema.optional(),
    privacyPath: urlSchema.optional(),
    displayRequestBranding: z.boolean(),
  })
  .meta({
    id: 'PaymentBranding',
    description: 'The appearance of the merchant’s payment pages. Unset values are absent.',
  })

/** The branding of a payment. */
export type PaymentBranding = z.input<typeof paymentBrandingSchema>
/** A branding as its owner manages it. */
export type BrandingSettings = z.input<typeof brandingSettingsSchema>
/** The names of a branding's colours. */
export const BRAND_COLOURS: readonly BrandColourName[] = COLOUR_NAMES
