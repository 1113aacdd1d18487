import { z } from 'zod'

/**
 * The member of bodies that create requests without a payment page, and of items. Any policy returns an error, so that no caller relies on a
 * policy that the service does not apply.
 */
export const noAccessPolicy = {
  accessPolicy: z
    .unknown()
    .superRefine((policy, context) => {
      if (policy === null || policy === undefined) return
      context.addIssue({
        code: 'custom',
        message:
          'must be omitted: an access policy belongs to a payment page (POST /v2/secure-payments, for all of its items) or to a payee destination',
        params: { code: 'access_policy_unsupported' },
      })
    })
    .meta({ const: null })
    .optional(),
} as const
