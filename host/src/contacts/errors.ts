import { BaseError } from '@secure-payment/core'

/** The link from an e-mail is unknown, used, expired or another member's. */
export class CodeRefusedError extends BaseError {
  readonly code = 'code_refused'
  readonly kind = 'forbidden'

  constructor() {
    super('The link is not valid: it is unknown, was used, has expired, or is another member’s.', {
      hint: 'Request a new link.',
    })
  }
}

/** The service has no mail server, so it cannot send a link. */
export class MailNotSetUpError extends BaseError {
  readonly code = 'mail_not_set_up'
  readonly kind = 'conflict'

  constructor() {
    super('The service sends no e-mail.', {
      hint: 'Ask the operator of the service to set PAY_SMTP_URL and PAY_MAIL_FROM.',
    })
  }
}

/** A member or an address has received the maximum number of links for now. */
export class TooManyMailsError extends BaseError {
  readonly code = 'too_many_mails'
  readonly kind = 'rate_limited'
  readonly retryAfterS: number

  constructor({ retryAfterS }: { retryAfterS: number }) {
    super('Too many links were sent to this member or address.', {
      hint: 'Use the last link, or try again later.',
    })
    this.retryAfterS = retryAfterS
  }
}
