/** The English sentences about e-mail: verified addresses, notices and password resets. */
export const contact = {
  title: 'E-mail and notices',
  lead: 'Notices go to your verified address. Other members choose their own.',
  none: 'No address yet',
  address: 'E-mail address',
  verified: 'Verified',
  unverified: 'Not verified',
  pending: (email: string) =>
    `A link was sent to ${email}. Open it in this browser within 24 hours to confirm the address.`,
  noMail: 'This service sends no e-mail. Its operator can set that up.',
  set: 'Send a link',
  setHint: 'The address is confirmed once you open the link that is sent to it.',
  password: 'Current password',
  passwordHint: 'Needed to change the address that you sign in with.',
  passwordMissing: 'Enter your password to change the address.',
  passwordWrong: 'This is not your current password.',
  sent: 'A link is on its way.',
  notices: 'Send me an e-mail when',
  kinds: {
    payment_received: {
      label: 'A payment is received',
      hint: 'A request is paid, and the payment is confirmed.',
    },
    payment_problem: {
      label: 'A payment needs attention',
      hint: 'It failed, or arrived late, twice, in excess, or for no request.',
    },
    webhook_failing: {
      label: 'A webhook fails',
      hint: 'An endpoint accepts no deliveries. One e-mail per outage.',
    },
    approval_waiting: {
      label: 'A payout waits for my approval',
      hint: 'Only if your role may approve it, and another member created it.',
    },
  },
  verifyFirst: 'Verify an address first.',
  save: 'Save notices',
  saved: 'Notices saved.',
  confirming: 'Sign in to confirm your e-mail address.',
  confirmed: 'E-mail address confirmed.',
  refused:
    'This link is not valid: it was used, has expired, or belongs to another member. Request a new one under Account.',
  forgot: {
    open: 'Forgot your password?',
    title: 'Reset your password',
    lead: 'Enter the address that you sign in with. If it has an account, it receives a link that works once within 30 minutes.',
    send: 'Send a link',
    sent: 'If this address has an account, a link is on its way. It works once within 30 minutes.',
    back: 'Back to sign-in',
  },
  reset: {
    title: 'Set a new password',
    lead: 'All sessions of the account end, and the earlier password stops working.',
    new: 'New password',
    save: 'Set password',
    refused: 'This link is not valid: it was used or has expired. Request a new one.',
    done: 'Your password is set. Sign in with it.',
    toSignIn: 'To the sign-in',
  },
}
