import { z } from 'zod'
import { opaqueIdSchema, successSchema } from '../schemas/schemas.ts'
import { brandingBodySchema, brandingSettingsSchema } from './brandingSchemas.ts'
import { endpoint } from './endpoint.ts'

const scopeQuery = z.object({
  clientId: opaqueIdSchema
    .optional()
    .describe(
      'One of the tenant’s client IDs: the call is for the separate branding of its payments.',
    ),
})

const EXAMPLE = {
  id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
  clientId: null,
  pageBackgroundColor: '#f4efe6',
  cardBackgroundColor: '#fffdf8',
  primaryActionColor: '#0f6b4f',
  primaryTextColor: '#1d2a26',
  secondaryTextColor: '#55635d',
  logoUrl: 'https://pay.example.test/branding/01KB4W4A1B2C3D4E5F6G7H8J9K/logo',
  termsUrl: 'https://shop.example.test/terms',
  privacyUrl: 'https://shop.example.test/privacy',
  supportUrl: 'https://shop.example.test/help',
  supportEmail: 'help@shop.example.test',
  fontFamily: 'Inter',
  fontUrl: 'https://shop.example.test/inter.woff2',
  displayRequestBranding: false,
  contrast: [
    { foreground: 'primaryTextColor', background: 'cardBackgroundColor', ratio: 14.63 },
    { foreground: 'secondaryTextColor', background: 'cardBackgroundColor', ratio: 6.2 },
    { foreground: 'buttonText', background: 'primaryActionColor', ratio: 6.48 },
  ],
  updatedAt: '2026-11-02T08:10:00.000Z',
} as const

const NOT_FOUND = { 404: 'The tenant has no client ID with this value.' } as const

/** The appearance of a tenant's payment pages, for all payments or for one client ID's payments. */
export const branding = {
  get: endpoint({
    id: 'getBranding',
    host: 'auth',
    method: 'GET',
    path: '/v1/branding',
    tag: 'Branding',
    summary: 'Read the branding',
    description:
      'Returns the branding of the merchant’s payment pages. `clientId` selects the branding of one client ID.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    query: scopeQuery,
    responses: {
      200: {
        description: 'The branding; each unset member is null.',
        schema: brandingSettingsSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: NOT_FOUND,
  }),

  update: endpoint({
    id: 'updateBranding',
    host: 'auth',
    method: 'PUT',
    path: '/v1/branding',
    tag: 'Branding',
    audit: 'branding.updated',
    summary: 'Set the branding',
    description:
      'Replaces the whole branding; an omitted logo stays. Text must be readable. If a colour has a contrast below 4.5:1 with its background, nothing changes, and the problem document contains the ratio. Existing payments show the new branding too. A client ID’s branding replaces the tenant’s as a whole.',
    auth: ['apiKey', 'session'],
    query: scopeQuery,
    body: brandingBodySchema,
    bodyExample: {
      pageBackgroundColor: '#f4efe6',
      cardBackgroundColor: '#fffdf8',
      primaryActionColor: '#0f6b4f',
      primaryTextColor: '#1d2a26',
      secondaryTextColor: '#55635d',
      termsUrl: 'https://shop.example.test/terms',
      privacyUrl: 'https://shop.example.test/privacy',
      supportUrl: 'https://shop.example.test/help',
      supportEmail: 'help@shop.example.test',
      fontFamily: 'Inter',
      fontUrl: 'https://shop.example.test/inter.woff2',
    },
    responses: {
      200: {
        description: 'The saved branding.',
        schema: brandingSettingsSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: {
      ...NOT_FOUND,
      400: 'The body is not valid; `errors` lists each field, such as an unreadable text colour (`low_contrast`).',
    },
  }),

  remove: endpoint({
    id: 'deleteBranding',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/branding',
    tag: 'Branding',
    audit: 'branding.removed',
    summary: 'Remove the branding',
    description:
      'Payments have the default look again; payments of a client ID have the tenant’s branding. The call is idempotent.',
    auth: ['apiKey', 'session'],
    query: scopeQuery,
    responses: {
      200: {
        description: 'The branding is removed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: NOT_FOUND,
  }),
}
