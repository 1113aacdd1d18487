import { z } from 'zod'
import type { customerInfoSchema } from '../schemas/schemas.ts'
import { freeText, textWhere } from '../schemas/text.ts'

/** The customer's data, in the form that the service stores. */
export type CustomerInfo = z.output<typeof customerInfoSchema>

/**
 * The customer's data, as a caller sends it. All members are optional. An empty string counts as absent, because checkout forms send one
 * for every empty field. Parses to the input of `customerInfoSchema`, without empty members.
 */
export const customerInfoInputSchema = z
  .object({
    firstName: shortText(100),
    lastName: shortText(100),
    email: textWhere((text) => {
      if (text === '') return undefined
      if (text.length > 255)
        return { code: 'too_long', message: 'must have at most 255 characters' }
      if (z.regexes.email.test(text)) return undefined
      return { code: 'invalid_email', message: 'must be a valid e-mail address' }
    })
      .meta({ maxLength: 255 })
      .optional(),
    address: z
      .object({
        street: shortText(255),
        city: shortText(100),
        state: shortText(100),
        postalCode: shortText(20),
        country: textWhere((text) =>
          /^(?:[A-Za-z]{2})?$/.test(text)
            ? undefined
            : { code: 'invalid_country', message: 'must be a two-letter country code' },
        )
          .meta({ pattern: '^(?:[A-Za-z]{2})?$', description: 'ISO 3166-1 alpha-2.' })
          .optional(),
      })
      .optional(),
  })
  .transform(({ address, ...person }): CustomerInfo => {
    const told = withoutEmpty(address ?? {})
    return { ...withoutEmpty(person), ...(Object.keys(told).length > 0 && { address: told }) }
  })
  .meta({
    id: 'CustomerInfoInput',
    description: 'All members are optional; an empty string counts as absent.',
  })

function shortText(max: number) {
  return freeText({ max }).optional()
}

function withoutEmpty<T extends { [name: string]: string | undefined }>(
  texts: T,
): { [K in keyof T]?: string } {
  const told = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '')
  // The cast is safe: the keys are T's, and every remaining value is a string.
  return Object.fromEntries(told) as { [K in keyof T]?: string }
}
