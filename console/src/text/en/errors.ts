import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences about failed calls, by the service's error code; part of {@link en}. */
export const errors = {
  required: 'Fill this in.',
  network_error:
    'The service did not respond. Check your connection. The change may not have been saved.',
  unexpected_response:
    'The response did not come from the service. Check your network and try again.',
  rate_limited: (seconds: number | null) =>
    seconds === null
      ? 'Too many attempts. Wait a moment and try again.'
      : `Too many attempts. Try again in ${seconds} ${plural(seconds, 'second', 'seconds')}.`,
  refund_claim_not_found:
    'This link is not complete or not valid. Open it again as you received it, or ask the merchant for another one.',
  refund_claim_used:
    'This link or signature has already been used. If the address is wrong, ask the merchant for another link.',
  refund_claim_over: 'This link no longer works. Ask the merchant for another one.',
  refund_claim_refused:
    'This wallet did not pay this payment, or the signature is too old. Choose the wallet that paid.',
  wrong_credentials: 'Wrong e-mail or password.',
  mail_not_set_up: 'This service sends no e-mail. Ask its operator.',
  receipt_not_ready: 'The payment is not complete yet. Send the receipt once it is.',
  customer_email_missing:
    'This payment states no usable e-mail address of the customer. Give the payer the link to the receipt.',
  too_many_receipts:
    'Too many receipts were sent for this payment or by your account. Try again later, or give the payer the link.',
  too_many_mails:
    'Too many links were sent to you or to this address. Use the last one, or try again in an hour.',
  passkey_refused:
    'The service refused this passkey. It may belong to another account, or the request expired: try again.',
  recovery_code_refused: 'This recovery code is not valid, or was used. Each code works once.',
  confirmation_required: 'Confirm first that it is you.',
  passkey_taken: 'This passkey is already registered.',
  passkey_not_found: 'This passkey was removed. Reload the page.',
  passkey_missing: 'Add a passkey first.',
  too_many_passkeys: 'You have the maximum number of passkeys. Remove one first.',
  second_factor_on: 'A passkey is already required. Reload the page.',
  second_factor_off: 'The second factor is off. Reload the page.',
  sign_in_ended: 'The sign-in took too long or had too many attempts. Sign in again.',
  code_refused: 'This link is not valid: it was used or has expired. Request a new one.',
  email_taken: 'An account with this e-mail already exists. Sign in instead.',
  already_signed_in: 'You are already signed in. Reload the page.',
  registration_closed:
    'Registration is closed, and you are not a member of any merchant here. Ask the operator of this service for an invitation link.',
  invitation_required:
    'New merchants need an invitation link. Ask a merchant who uses this service, or its operator.',
  invitation_refused:
    'This invitation link is invalid, already used, or expired. Ask for a new one.',
  invitation_for_another:
    'This invitation is for another wallet or e-mail address. Use the address that the sender named, or ask for an invitation for yours.',
  wallet_taken:
    'This wallet belongs to another merchant account. Accept the invitation with another wallet, or with e-mail.',
  origin_not_allowed:
    'The service rejects calls from this address. Open the console at the service’s own address.',
  invitation_not_found: 'This link was used or revoked, or has expired. Reload the page.',
  last_member: 'This is the last member. Add another one first.',
  last_owner: 'This is the last owner. Make another member an owner first.',
  owner_only: 'Only an owner may invite, change or remove an owner.',
  too_many_invitations: 'Your account created 20 invitation links in 24 hours. Try again tomorrow.',
  member_not_found: 'This member was already removed. Reload the page.',
  duplicate_url: 'An endpoint with this URL already exists.',
  signing_nonce_invalid: 'The data to sign has expired. Start again.',
  signing_nonce_used: 'This change was already made. Reload the page.',
  wallet_signature_refused: 'A signature does not belong to its wallet. Start again.',
  wallet_of_another_merchant:
    'The new wallet is not a member of this merchant account. Invite it under Account, and sign in with it once.',
  revision_conflict: 'Another tab or member changed this in the meantime. Reload the page.',
  destination_inactive:
    'This destination accepts no new payments. Start to receive on it again, or choose another one.',
  destination_moved:
    'You moved from this wallet to another one. If you receive here again, its earlier links pay this wallet.',
  wallet_has_destination:
    'The new wallet has a receiving route of its own. Sign in with it and stop receiving there first.',
  payee_destination_not_found: 'This receiving route has changed. Reload the page.',
  session_ended: 'Your session has ended.',
  validation_failed: 'Some fields are not valid. See the notes next to them.',
  internal: 'The service had an internal error. Try again; if it persists, quote the support code.',
  unexpected: 'Something unexpected happened on this page. Reload it and try again.',
}
