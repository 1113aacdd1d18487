import type { ErrorKind } from '@secure-payment/core'

/** The kind of a problem, which determines the response's status. `method_not_allowed`: the path does not support the method. */
export type ProblemKind = ErrorKind | 'method_not_allowed'

/**
 * Every code that a response may contain, by kind, with its meaning and the remedy. A test compares the list with the errors in the source.
 */
export const errorCodes: Readonly<Record<ProblemKind, Readonly<Record<string, string>>>> = {
  invalid: {
    already_signed_in: 'A signed-in caller tried to open an account. Sign out first.',
    validation_failed:
      'A field of the call does not match the operation’s description. See errors, which lists each field and its error.',
    malformed_body:
      'The body is not one JSON value in UTF-8, or is nested too deeply. Send one valid JSON value.',
    malformed_http:
      'The message is not HTTP/1.1: for example TLS on a plain port, a malformed header, or no Host. Use an HTTP client, and check the address and the proxy in front of the host.',
    malformed_path:
      'The path contains an escape that is not UTF-8. Percent-encode path parameters in UTF-8.',
    malformed_value:
      'A value does not have its required format. Send the value as the message describes.',
    invalid_idempotency_key:
      'The header Idempotency-Key is empty, too long or has invalid characters. Send 1 to 255 visible ASCII characters, such as a UUID.',
    invalid_amount: 'An amount is not a plain decimal string. Send a string such as "12.5".',
    too_many_decimals:
      'An amount has more decimals than its currency. Round the amount before you send it.',
    amount_not_positive: 'An amount is zero or less. Send a positive amount.',
    amount_too_large: 'An amount is larger than a contract can transfer. Send a smaller amount.',
    invalid_percentage:
      'A percentage is not a decimal string from 0 to 100. Send a string such as "2.5" for 2.5 %.',
    invalid_address:
      'An address does not belong to its chain, or its checksum is wrong. Copy the address again from the wallet.',
    invalid_destination:
      'A destination id is not in the form wallet@eip155:chain#checksum:token. Use the id as the service returned it.',
    checksum_mismatch:
      'The checksum of a destination id does not match its wallet and chain. Copy the id again: one of its parts was changed.',
    unknown_network: 'No network has this id. Use an id such as base or mainnet.',
    unknown_currency: 'No currency has this id. Use an id from GET /v2/currencies.',
    unknown_contract:
      'No contract of the network has this name. Use one of the names in the message.',
    network_not_served:
      'The host does not serve this network. Use a served network, or have the operator of the host add the network to PAY_NETWORKS.',
    contract_not_deployed:
      'A contract that the payment needs is not on the network. Use another network.',
    fee_without_address:
      'A fee above zero has no receiving address. Send feeAddress together with feePercentage.',
    fee_bearer_unsupported:
      'The provider of a bank payout pays out exactly the stated amount, so its payee cannot bear a fee. Let the payer bear the fee.',
    mixed_fee_addresses:
      'The items of a batch send their fees to different addresses. Use one fee address, or create separate payments.',
    signing_nonce_invalid:
      'The nonce of signing data is unknown, has expired or belongs to another change. Request new signing data, and sign it within 10 minutes.',
    payout_not_combinable:
      'A payout link cannot be combined with others now; see token and reason. Leave it out, or see the message.',
    invalid_terms: 'The terms of a payment contradict each other. See the message for the cause.',
    invalid_batch:
      'The items of a batch cannot be paid in one transaction. See the message for the cause.',
    mixed_networks: 'The items of a batch are on different networks. Send one batch per network.',
    unverifiable_currency:
      'The payment element cannot verify a conversion from this currency. Pay in the invoice currency itself, invoice in one of the currencies in the message, or use a request that is paid through the API.',
    unsupported_network:
      'The host does not accept payments on this network. Use one of the networks in the message.',
    unpayable_currency:
      'The native coin of the network pays for transactions, and no contract accepts it as a payment. Use one of the tokens in the message.',
    offramp_refused:
      'The provider that pays bank accounts rejected the call. Correct the value that the message names.',
    single_node_limit:
      'Only one node confirms payments on this network. The host accepts such payments up to a limit, which the call exceeds. Request less, or have the operator of the host list more nodes.',
    batch_unsupported:
      'The network supports no batches: each payment is a separate transaction. Create one payment per item.',
    batch_fee_set:
      'The batch contract returns a fee above its owner’s maximum. Create one payment per item.',
    permit_not_relayed:
      'The service does not send the permit, for the reason in the message. Approve with a transaction instead.',
    not_sponsored:
      'The service does not send the signed payment and stored nothing; see reason and the message. Pay with transactions instead.',
    tron_transaction_mismatch:
      'The signed Tron transaction is not one that the payment needs. See errors for the field that differs; request the calldata again, and sign it unchanged.',
    malformed_tron_transaction:
      'The raw data of a Tron transaction is not one contract call in its canonical form. Build it again.',
    unsupported_conversion:
      'No contract settles an invoice in one of the currencies with a payment in the other. See the message for the cause. Use currencies of one network, or a fiat invoice.',
    no_conversion_path:
      'The invoice currency cannot be converted to the payment currency on its network. See GET /v2/currencies/{id}/conversion-routes for its payment currencies.',
    too_many_recurrences:
      'The client ID has the maximum number of running recurring invoices. Stop an unneeded invoice, or create this one with an API key.',
    not_recurring:
      'The request has no recurrence to stop or resume. Use the request that was created with a recurrence.',
    recurring_unavailable:
      'The host cannot send recurring payouts on the network; see reason: no_relayer, no_contract, relayer_not_allowed, evm_only, merchant_not_allowed or worth_unknown. merchant_not_allowed: the operator does not allow the relayer to spend gas for the merchant. worth_unknown: no rate compares a payment with its gas. Use another network, or have its operator set it up.',
    payer_is_contract:
      'The payer of a recurring payout is a contract, whose signatures the payment contract cannot verify. Pay from a wallet with its own key.',
    too_many_recurring_payouts:
      'The client ID has the maximum number of active recurring payouts, or activated the maximum number in 24 hours. Cancel an unneeded payout or wait, or activate this payout with an API key.',
    already_active: 'The recurring payout is already active. Read its progress with GET.',
    already_cancelled: 'The recurring payout was cancelled, which is final. Create another one.',
    already_completed:
      'The recurring payout has made all of its payments. Create another recurring payout to continue.',
    not_paused: 'Only a paused recurring payout can be unpaused. See its status.',
    permit_expired:
      'The permit of the recurring payout has passed its deadline. Create another recurring payout and have the payer sign its permit.',
    paid_by_schedule:
      'The request is paid by its recurring payout. Wait for the date of the payment, or cancel the recurring payout and create another request.',
    already_paid: 'The request is paid in full. Do not pay again.',
    amount_exceeds_remaining:
      'A partial amount is more than the remaining amount of the request. Pay at most the amount in the message, or omit amount.',
    conversion_unavailable:
      'The conversion contract has no rate now, or none at which it can transfer the amount. Try again later, or use another payment currency.',
    quote_not_needed:
      'The payment is not made at a quoted price. Request its transactions without a quote.',
    rate_too_old:
      'The price feed behind a conversion is older than the request allows. Try again after the next update of the feed.',
    unsupported_crypto_to_fiat:
      'The host cannot pay out in fiat, cannot do so from this network or currency, or the request does not allow it. Omit clientUserId and paymentDetailsId, or have the operator of the host set PAY_OFFRAMP.',
    unknown_payer:
      'The merchant has no payer with this clientUserId. Submit the payer with POST /v2/payer.',
    payer_not_compliant:
      'The payer may not pay into a bank account: the identity check or the agreement is missing. Wait for compliance.updated with isCompliant true.',
    unknown_payment_details:
      'The payer has no payment details with this id. See the list of the payer’s payment details.',
    payment_details_not_approved:
      'The bank account is not approved. Wait for payment_detail.updated with status approved, or use another account.',
    unsupported_crosschain:
      'The payment cannot be paid with this token on this chain. Omit chain and token, or send the values in the message.',
    amount_too_small_for_crosschain:
      'The amount plus its fee is one token or less, which is too little for a bridge. Pay on the network of the payment.',
    no_crosschain_route:
      'The bridge has no route from this token to the payment now. Try another chain or token, or pay on the network of the payment.',
    calldata_mismatch:
      'A transaction does not make the payment that the payer saw. The widget reports this before it sends a wallet request. Do not sign the transaction, and inform the merchant.',
    signed_payment_mismatch:
      'A message to sign does not make the payment that the payer saw. Core reports this before a wallet receives the message; the widget reports calldata_mismatch. Do not sign it, and inform the merchant.',
    revoked: 'The record was revoked, which is final. Create another one.',
    duplicate_url:
      'A webhook endpoint with this URL already exists. Update or remove that endpoint with an API key or a session; a backend client ID cannot.',
    forbidden_target:
      'A webhook URL points to a private address, or does not use https. Use an https URL of a public host, without user name or password.',
    invalid_webhook_secret:
      'A webhook secret is not base64. Use the secret exactly as the service returned it.',
  },
  unauthenticated: {
    sign_in_ended:
      'No sign-in waits for a second factor: it ended, expired, or had too many attempts. Begin the sign-in again.',
    missing_credential:
      'The call has no credential that the operation accepts. Send a credential that the operation lists: x-api-key, x-client-id from an allowed page or of a backend client ID, or the session cookie.',
    invalid_api_key:
      'The API key is unknown, switched off or revoked. Check the value of x-api-key, and its status in the console.',
    api_key_expired: 'The API key has expired. Create another key and switch over.',
    invalid_client_id:
      'No client ID has the value of x-client-id. Copy the client ID again: it begins with cli_.',
    missing_origin:
      'The client ID of a page was sent without Origin. Call from a page. On a server, use an API key or a backend client ID, which POST /v2/client-ids with isBackend true creates.',
    invalid_session:
      'The session is unknown, has ended or has expired, or the cookie was sent twice. Sign in again.',
    wrong_credentials:
      'The e-mail address or the password is wrong, or the current password is wrong. Check the address and the password: the service does not disclose which one is wrong.',
    invalid_signature:
      'A callback of the offramp provider is not signed with the secret of this service, or was signed more than 5 minutes ago. Sign the sent bytes, and check the clock.',
    sign_in_refused:
      'The challenge is unknown, used, expired or for another wallet, or the signature is not the wallet’s. Request a new challenge and sign its message unchanged.',
  },
  forbidden: {
    refund_claim_refused:
      'The signature does not prove that the wallet paid this payment, or it is too old. Sign the text of the page with the wallet that paid, within an hour, or ask the merchant for a link.',
    payout_needs_approval:
      'The payout reaches the approval limit, so a second member must approve it, and this call cannot wait for that. Create the payout with POST /v2/payouts and an API key or a session.',
    own_approval:
      'A member tried to approve their own payout or limit. Ask another owner, admin or finance member.',
    passkey_refused:
      'The proof by passkey is not valid, or its challenge was used or has expired. Request new options and use a passkey of this service.',
    recovery_code_refused:
      'The recovery code is unknown or was used already. Each code works once: use another one.',
    confirmation_required:
      'The change needs a session that was confirmed within ten minutes. Confirm the session with the password, a passkey or a recovery code.',
    scope_missing:
      'The API key or the member’s role lacks the scope that the field scope contains. Use a key with this scope, or ask an owner for another role.',
    owner_only:
      'Only owners can make, change, remove or invite owners. Ask an owner of the merchant account.',
    registration_closed:
      'The service opens no merchant accounts. Sign in as a member, or ask the operator of the service for an invitation link.',
    invitation_required:
      'The service opens merchant accounts by invitation. Ask a merchant who uses the service, or its operator, for a link.',
    invitation_for_another:
      'The invitation names another wallet or e-mail address. Use that address, or ask for an invitation for yours.',
    invitation_refused:
      'The invitation link is unknown, was used, or has expired. Ask the sender for a new link.',
    code_refused:
      'The link from an e-mail is unknown, was used, has expired, or is another member’s. Request a new link.',
    payer_not_allowed:
      'The payment is reserved for other wallets. Pay from a wallet that the merchant named, or ask the merchant for a separate link.',
    wallet_not_accepted:
      'The wallet did not pass the screening of this service. Pay from another wallet, or contact the merchant.',
    payment_details_taken:
      'A client ID named a payer or bank account other than the one in an earlier call for the request’s calldata. Use the earlier payer and account, or change them with an API key.',
    credential_not_accepted:
      'The credential is valid, but the operation requires another kind. See which credentials the operation lists; payee destinations need a wallet’s session.',
    client_id_revoked: 'The client ID was permanently revoked. Create another one.',
    client_id_inactive: 'The client ID is switched off. Switch it on.',
    client_id_restricted:
      'The hosted page’s own client ID only shows and pays existing payments. Use a client ID of your own.',
    origin_not_allowed:
      'This credential may not be used from the page that sent the call. Add its origin to the allowed domains of the client ID; for a session, to PAY_DASHBOARD_ORIGINS.',
    secret_in_page:
      'A page sent the secret client ID of a server, which its visitors can read. Revoke that client ID, create another one, and use a client ID with allowed domains in the page.',
    destination_not_allowed:
      'The client ID is bound to a destination other than the one in the call. Omit the destination: the service uses the bound one.',
    payee_not_allowed:
      'The client ID is bound to no destination and may pay only its own merchant. Bind the client ID, set allowAnyPayee, or create the payment with an API key.',
    destination_inactive:
      'The payment names an inactive payee destination, or its client ID is bound to one, or its reusable link pays to one. Reactivate the destination, or name or bind another one. As a payer, contact the merchant through supportUrl.',
    fee_not_allowed:
      'The client ID accepts no fee from calls, a page made the payee bear it, or a payout under an approval limit has none. Omit the fee and defaultFeeBearer, set them on the client ID, or create another payout with the fee.',
    operator_only:
      'Only the first merchant of the service, who runs it, may do this. Use an API key that the command create-key created.',
    link_reusable:
      'Any number of payers can pay this link, each with a separate payment. Open its page, or call POST /v2/secure-payments/{token}/open and use the token that it returns.',
    payment_expired: 'The payment link has expired. Ask the merchant for a new link.',
    wallet_signature_refused:
      'A wallet did not sign the data of the nonce. Sign the typed data unchanged, with the wallet that it names.',
    wallet_of_another_merchant:
      'A wallet that signed is not a member of the merchant account. Invite the wallet, and sign in with it once.',
    payee_destination_of_another_wallet:
      'The payee destination belongs to another wallet. Sign in with the wallet that the id of the destination begins with.',
  },
  gone: {
    refund_claim_over:
      'The link for stating a refund address has expired, was replaced, or was tried too often. Ask the merchant for another link.',
    payment_not_payable:
      'The merchant cancelled the payment. If `payment.combinedInto` is present, another link pays the payout instead. Contact the merchant through supportUrl.',
  },
  not_found: {
    approval_not_found:
      'The merchant account has no approval with this id. Use an id from GET /v1/approvals.',
    passkey_not_found:
      'The member has no passkey with this id. Use an id from GET /v1/auth/passkeys.',
    invitation_not_found:
      'The merchant account has no open invitation with this id. Use an id from GET /v1/invitations.',
    member_not_found:
      'The merchant account has no member with this id. Use an id from GET /v1/members.',
    domain_not_found: 'The tenant has no domain with this id. Use an id from GET /v1/domains.',
    not_found:
      'A callback of the offramp provider refers to an unknown record. Send the callback again later: it may have arrived before the response with the record’s id.',
    payment_not_found:
      'The merchant has no confirmed payment with this id. Use an id from GET /v2/payments.',
    refund_claim_not_found:
      'No claim has this id, or the code does not belong to the claim. Open the whole link, or ask the merchant for another one.',
    refund_not_found: 'The merchant has no refund with this id. Use an id from GET /v2/refunds.',
    unmatched_payment_not_found: 'The merchant has no unmatched payment with this id.',
    route_not_found: 'No operation has this path. See /docs for all operations.',
    operation_not_offered:
      'This service does not offer this operation of Request Network. The message names the operation to call instead, and /guides/compatibility lists all of them.',
    currency_not_found: 'The list of currencies has no such entry. See the list without filters.',
    secure_payment_not_found:
      'You have no secure payment with this token or request id. Check the link or the id.',
    request_not_found:
      'You have no request with this id. Check the id; requests of other tenants return the same error.',
    recurring_payment_not_found:
      'You have no recurring payout with this id. See GET /v2/payouts/recurring.',
    attempt_not_found: 'No attempt has this id. Begin another attempt.',
    signed_payment_not_found:
      'The payment has no signed payment with this id. Use the id from the response to its submission.',
    api_key_not_found: 'You have no API key with this id. See GET /v1/api-keys.',
    client_id_not_found: 'You have no client ID with this id or value. See GET /v2/client-ids.',
    payee_destination_not_found:
      'The wallet has no such payee destination. Create a destination with POST /v1/payee-destination.',
    webhook_not_found: 'You have no webhook endpoint with this id. See GET /v1/webhook.',
    no_active_webhook: 'There is no active webhook endpoint. Add an endpoint, or switch one on.',
    rescan_not_found:
      'No rescan has this id. Use the id from the response of the call that began it.',
    payer_not_found:
      'You have no payer with this id. Submit the payer with POST /v2/payer, and percent-encode the id in a path.',
    payment_details_not_found:
      'The payer has no payment details with this id. See the list without paymentDetailsId.',
    delivery_not_found: 'The webhook endpoint has no delivery with this id. See its deliveries.',
  },
  method_not_allowed: {
    method_not_allowed:
      'The path exists, but does not support this method. See Allow for the supported methods.',
  },
  conflict: {
    quote_required:
      'The amount of the payment depends on a market price, and there is no current quote for it. Create one with POST .../quotes, show it to the payer, then call again.',
    awaiting_approval:
      'The payout waits for the approval of a second member, or a member declined it. Have another member approve the payout, or create another one.',
    approval_decided:
      'The approval no longer waits for a decision. Read the approval again: approvalStatus contains the decision.',
    passkey_taken: 'The passkey is registered already. Use another one.',
    too_many_passkeys: 'The member has the maximum number of passkeys. Remove one first.',
    passkey_missing: 'A second factor needs a passkey. Add a passkey first.',
    second_factor_on:
      'The second factor is already on, so nothing has changed. Read the current state with GET /v1/auth/second-factor.',
    second_factor_off:
      'The call needs the second factor, which is off. Switch the second factor on first.',
    mail_not_set_up:
      'The service sends no e-mail. Ask the operator of the service to set PAY_SMTP_URL and PAY_MAIL_FROM.',
    receipt_not_ready:
      'The payment is not complete, so its receipt cannot be sent. Send the receipt after the payment is confirmed.',
    customer_email_missing:
      'The payment states no usable e-mail address of its customer. Give the payer receiptUrl by other means.',
    signing_nonce_used:
      'A change was already made with this nonce. Read the destination; request new signing data for another change.',
    destination_moved:
      'The merchant moved this destination to another wallet, so its earlier links would pay again. To receive at this wallet again, sign in with it, and repeat the call with confirmReturn.',
    wallet_has_destination:
      'The wallet to which a destination moves has an active destination. Deactivate that destination first: a wallet has at most one.',
    refund_claim_used:
      'An address was already stated with this link or signature. If the address is wrong, ask the merchant for another link.',
    too_many_refund_claims:
      'The payment has 100 claims. Use an address that was stated before, or ask the payer by other means.',
    refund_exceeds_payment:
      'The refunds of a payment would exceed what the payee received. Refund at most remaining, or cancel an unpaid refund first.',
    refund_candidate_changed: 'The amount to decide on has changed. Decide on refundAmount.',
    refund_recipient_needed:
      'No wallet is known that can receive the refund; see reason: contract, bridge, payee or unknown. Ask the payer for a wallet on the network of the payment, and send it as recipient.',
    refund_unsupported:
      'The payment is one of the merchant’s payouts (payout), or went to a provider for a bank account (crypto_to_fiat) or to another owner’s wallet (wrong_payee). An unmatched payment can also be in an unlisted token (unlisted_token), unreadable (unreadable), or counted by a request (claimed), whose payment can be refunded.',
    refund_spans_payments:
      'The refund needs too many payments. Refund a smaller amount, or refund each payment separately.',
    too_many_refunds:
      'The payments of the request have the maximum number of refunds that the service adds up. Cancel unpaid refunds, or give the rest back with a payout.',
    refund_held:
      'The refunded payment left the chain (reason payment_left_chain), or other refunds leave too little of it (exceeds_payment). Do not pay the refund. Wait until the payment is confirmed again, or cancel the refund and create another one for the rest.',
    refund_not_payable:
      'A link cannot pay the refund now; see refundId and reason, which is its status, or in_progress while a wallet is paying an earlier link. Leave it out, or see the message.',
    refund_not_cancellable:
      'The refund is paid in full, a payment of it may be on its way, or it waits for approval with other refunds; see reason.',
    cancel_refused:
      'A payer may still pay, or has paid, so the payment cannot be cancelled now. See reason and the message.',
    edit_refused:
      'A payer may still pay, or has paid, or the link cannot be edited at all. See reason and the message.',
    revision_conflict:
      'Another change of the payment or the payee destination came first. Read it again, and repeat the change with the current revision.',
    last_member:
      'The member is the only one in the merchant account. Invite another member first, or have the operator invite one with `npm run cli -- join`.',
    last_owner:
      'The last owner of a merchant account cannot leave, be removed or get another role. Make another member an owner first.',
    wallet_taken:
      'The wallet belongs to a different merchant account than the invitation. Use another wallet, or an e-mail address.',
    claim_refused:
      'A payment with an unknown reference does not match the request that it is claimed for. See the message for the cause.',
    rescan_refused:
      'The blocks cannot be read again from the given block. See the message for the cause and the remedy.',
    email_taken: 'An account with this e-mail address already exists. Sign in with that account.',
    idempotency_in_progress:
      'A call with the same Idempotency-Key is still running. Repeat the call in a second to get its response.',
    link_not_reusable:
      'The link can be paid only once, so it opens no further payments. Use the token of the link itself.',
    payment_completed: 'The payment is completed. Do not pay again.',
    payment_processing:
      'A transaction of the payment was sent and is being confirmed. Do not pay again; wait for the confirmation.',
    attempt_in_progress:
      'Another attempt is in progress, perhaps in another tab. Finish that attempt, or wait until it is released.',
    attempt_ended: 'The attempt has ended. Begin another one with a new attemptId.',
    attempt_already_sent:
      'The attempt has sent a transaction and cannot be released. Wait until the transaction is confirmed or dropped.',
    signed_payment_exists:
      'Another signature was submitted for the payment and may still be used. Follow that signed payment until it ends.',
    permit_exists:
      'Another permit was submitted for the attempt. Check the allowance, or approve with a transaction.',
    too_many_records:
      'The tenant has the maximum number of records of this kind in use. Remove an unused record.',
    no_pending_secret: 'No new webhook secret is waiting for promotion. Rotate the secret first.',
    payer_exists:
      'A payer with this clientUserId has other data. Use the existing payer, or submit another payer under a different id.',
    too_many_payment_details:
      'The payer has the maximum number of payment details. Use one of the existing payment details.',
    delivery_pending:
      'The delivery is still pending and will be sent automatically. Wait for its next attempt.',
    event_not_sendable:
      'The event cannot be sent again: its payment has left the chain, or its body could not be written.',
  },
  locked: {
    payment_in_progress:
      'The payment is waiting for the signers of a Safe. Sign there, or wait until its page releases it; see requestStatuses.',
  },
  payload_too_large: {
    payload_too_large: 'The body is larger than the service accepts. Send fewer items.',
  },
  headers_too_large: {
    headers_too_large:
      'The path, the query and the headers together are larger than 16 KiB. Send a shorter query, or fewer cookies and headers.',
  },
  timed_out: {
    request_timeout:
      'The headers did not arrive within 10 seconds, or the whole call within 30. Send the call again, on a new connection.',
  },
  unsupported_media_type: {
    unsupported_media_type:
      'The body is not declared as JSON in UTF-8, or is compressed. Send content-type: application/json and no content encoding.',
  },
  unprocessable: {
    idempotency_key_reused:
      'The Idempotency-Key was used before with another body. Send a new key with a new body.',
  },
  rate_limited: {
    too_many_quotes: 'The request has the maximum number of quotes. Create another request.',
    too_many_mails:
      'A member or an address has received the maximum number of links for now. Use the last link, or try again after Retry-After.',
    too_many_receipts:
      'In 24 hours, the service has sent 5 receipts for the payment, or 2,000 for the merchant. Try again later, or give the payer receiptUrl.',
    too_many_sponsored:
      'The service has paid the gas of its maximum number of payments within an hour. Pay with transactions, or try again after Retry-After.',
    too_many_permits:
      'The service has sent its maximum number of permits within an hour. Approve with a transaction instead.',
    too_many_open_copies:
      'Payers have opened the reusable link so often, without paying, that it accepts no other payer now. Try again in a few minutes.',
    too_many_unpaid_requests:
      'An address, a client ID or a merchant has the maximum number of unpaid requests of the last 24 hours; the message names which. Wait until some are paid or one day old.',
    too_many_streams:
      'The payment, the session, the API key or the merchant has the maximum number of open event streams. Poll, and try again after Retry-After.',
    too_many_invitations:
      'The merchant created the maximum number of invitations within 24 hours. Try again after Retry-After.',
    too_many_calls:
      'The merchant has the maximum number of waiting calls. Make fewer calls at a time, and try again after Retry-After.',
    too_many_claims:
      'The merchant sent the maximum number of mismatched claims within a minute. Try again after Retry-After.',
    screening_limited:
      'Too many wallets of the merchant, or of one payment page, were screened within a minute. Try again after Retry-After.',
    too_many_tests:
      'The merchant has the maximum number of test events in progress, or has sent the maximum number in a minute. Try again after Retry-After.',
    rate_limited:
      'The caller exceeded its limit of calls per minute. Try again after Retry-After; RateLimit contains the remaining calls.',
  },
  internal: {
    internal: 'The service had an internal error. Try again; if it persists, report the requestId.',
  },
  unavailable: {
    sign_in_busy:
      'The host has the maximum number of passwords waiting to be checked. Try again after Retry-After.',
    chain_unavailable:
      'The nodes of a network did not respond, or do not agree. Try again after Retry-After.',
    bridge_unavailable:
      'The bridge for payments from other chains returns no usable response. Try again after Retry-After, or pay on the network of the request.',
    offramp_unavailable:
      'The provider that pays bank accounts returns no usable response. Try again after Retry-After.',
    screening_unavailable:
      'The screening provider gave no decision, and the host lets no unscreened wallet pay. Try again after Retry-After.',
    price_unavailable:
      'The price sources do not respond, or they disagree. Try again after Retry-After, or pay in the currency of the invoice.',
    not_ready:
      'The host is not ready for calls. See failures, which lists each cause and its remedy for the operator.',
    database_unavailable: 'The database does not respond. Try again after Retry-After.',
    relay_unavailable:
      'A permit could not be sent in time, and will not be sent. Approve with a transaction.',
    sponsor_unavailable:
      'The service cannot send the signed payment now, and stored nothing. Pay with transactions instead.',
    streams_full:
      'The host has the maximum number of open event streams. Poll, and try again after Retry-After.',
  },
}
