import { expect, test } from 'vitest'
import {
  PayerNotApprovedError,
  TargetTakenError,
  UnsupportedCryptoToFiatError,
} from './fiatErrors.ts'

test('each error of a bank payout states the cause and the fix', () => {
  const errors = [
    new UnsupportedCryptoToFiatError({ because: 'crypto', field: 'clientUserId' }),
    new UnsupportedCryptoToFiatError({ because: 'provider' }),
    new UnsupportedCryptoToFiatError({ because: 'version' }),
    new UnsupportedCryptoToFiatError({ because: 'batch', field: 'requestIds[2]' }),
    new PayerNotApprovedError('unknown_payer'),
    new PayerNotApprovedError('payer_not_compliant'),
    new PayerNotApprovedError('unknown_payment_details'),
    new PayerNotApprovedError('payment_details_not_approved'),
    new TargetTakenError(),
  ]
  const lines = errors.map(
    ({ code, kind, message, field }) => `${kind} ${code} ${field ?? '-'}: ${message}`,
  )
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "invalid unsupported_crypto_to_fiat clientUserId: This request was not created for a payout in fiat. Omit clientUserId and paymentDetailsId to pay in crypto.
    invalid unsupported_crypto_to_fiat -: This host no longer pays out through the provider of this request. Create another request.
    invalid unsupported_crypto_to_fiat -: Version 1 of the API cannot pay out a request in fiat. Use GET /v2/request/{requestId}/pay.
    invalid unsupported_crypto_to_fiat requestIds[2]: A request that is paid out in fiat cannot be part of a batch. Use GET /v2/request/{requestId}/pay.
    invalid unknown_payer clientUserId: There is no payer with this clientUserId. Submit the payer with POST /v2/payer.
    invalid payer_not_compliant clientUserId: The payer is not approved. Wait for compliance.updated with isCompliant true.
    invalid unknown_payment_details paymentDetailsId: The payer has no payment details with this id. See the list of the payer’s payment details.
    invalid payment_details_not_approved paymentDetailsId: The bank account is not approved. Wait for payment_detail.updated with status approved, or use another account.
    forbidden payment_details_taken paymentDetailsId: Calldata of this request was requested with a different payer or bank account. Use the earlier payer and account, or change them with an API key."
  `)
})
