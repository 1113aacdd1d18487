/** The English sentences on the people of a merchant account. */
export const members = {
  title: 'Members',
  lead: 'The wallets and e-mail accounts that can sign in here. Each has all rights, but only a wallet can change its own payee destination.',
  wallet: 'Wallet',
  account: 'E-mail account',
  you: 'You',
  since: (when: string) => `Member since ${when}`,
  signedIn: (when: string) => `Signed in ${when}`,
  signInUnknown: 'Last sign-in not known',
  only: 'You are the only member, so you cannot be removed. The operator of this service can add another one.',
  remove: 'Remove',
  removeTitle: 'Remove this member?',
  removeText:
    'All sessions of this member end at once, and its unused invitation links stop working. API keys, client IDs and schedules stay: revoke the keys that this member knows.',
  leave: 'Leave',
  leaveTitle: 'Leave this merchant account?',
  leaveText:
    'You are signed out everywhere at once, and need a new invitation to come back. API keys, client IDs and schedules stay.',
  destinations:
    'Payments still go to these payee destinations of the wallet. Give client IDs that use them another one first:',
  removed: 'Member removed.',
}
