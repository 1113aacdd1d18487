import type { Model } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'

const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#0b5d3f"/><path d="M9 21c0-7 6-11 14-11 0 8-4 13-11 13l-3 3z" fill="#f2c94c"/></svg>',
)}`

/** The branding as the service sends it; the element validates it. */
const branding = {
  id: '01KB4ZJ3V9T6QW8XY2NMC5D7EF',
  cardBackgroundColor: '#fffaf0',
  primaryActionColor: '#0b5d3f',
  primaryTextColor: '#1d2b24',
  secondaryTextColor: '#5b6a61',
  termsPath: 'https://shop.example/terms',
  privacyPath: 'https://shop.example/privacy',
}

/** Returns the fixtures of a merchant's settings, by name: branding, and payees that only an allowed payer may see. */
export function createMerchantFixtures(
  connect: Model,
  review: Model,
  payout: PaymentMetadata,
): Readonly<Record<string, Model>> {
  const brand = (model: Model): Model => ({
    ...model,
    payment: model.payment && {
      ...model.payment,
      branding,
      merchant: { ...model.payment.merchant, name: 'Verdant Tea', logoUrl: LOGO },
    },
  })
  const masked = {
    ...payout,
    access: { isAllowed: null, isPayeeHidden: true },
    items: payout.items.map((item) => ({
      ...item,
      payee: `${item.payee.slice(0, 6)}…${item.payee.slice(-4)}`,
    })),
  }
  return {
    'connect-branded': brand(connect),
    'review-branded': brand(review),
    'payout-connect-masked': { ...connect, payment: masked },
    'blocked-access': {
      ...connect,
      account: review.account,
      state: 'blocked',
      payment: { ...masked, flow: 'get_paid', access: { isAllowed: false, isPayeeHidden: true } },
    },
  }
}
