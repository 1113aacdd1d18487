/** The English sentences about the members of a merchant account. */
export const members = {
  title: 'Members',
  lead: 'The wallets and e-mail accounts that can sign in here. Each has the rights of a role, and only a wallet can change its own receiving route.',
  wallet: 'Wallet',
  account: 'E-mail account',
  you: 'You',
  since: (when: string) => `Joined ${when}`,
  signedIn: (when: string) => `Signed in ${when}`,
  signInUnknown: 'Last sign-in unknown',
  only: 'You are the only member, so you cannot be removed. Invite another owner first.',
  remove: 'Remove',
  removeTitle: 'Remove this member?',
  removeText:
    'All sessions of this member end at once, and its unused invitation links stop working. API keys, client IDs and recurring payouts stay: revoke the API keys that this member may have.',
  leave: 'Leave',
  leaveTitle: 'Leave this merchant account?',
  leaveText:
    'You are signed out everywhere at once and need a new invitation to return. API keys, client IDs and recurring payouts stay.',
  destinations:
    'Payments still go to the wallet’s receiving routes. First change the client IDs that use them:',
  removed: 'Member removed.',
  changeRole: 'Change role',
  role: 'Role',
  roleTitle: 'Change the role',
  roleText:
    'It applies to all sessions of this member at once. Its unused invitation links stop working.',
  saveRole: 'Save role',
  roleSaved: 'Role changed.',
}
