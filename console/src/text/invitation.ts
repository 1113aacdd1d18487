/** The English sentences on inviting another merchant. */
export const invitation = {
  title: 'Invite a merchant',
  lead: 'New merchants need an invitation here. A link opens one separate merchant account, once, within three days. It gives no access to yours.',
  create: 'Create a link',
  link: 'Invitation link',
  once: (until: string) =>
    `Copy the link now: this page shows it once. It is valid until ${until}.`,
  created: 'Invitation link created.',
  open: 'Open links',
  opens: { merchant: 'For a new merchant', member: 'For a member of this account' },
  made: (when: string) => `Made ${when}`,
  expires: (when: string) => `Expires ${when}`,
  you: 'Yours',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this link?',
  revokeText: 'The link admits no one from now on. Merchants who have already used it stay.',
  revoked: 'Invitation link revoked.',
}
