/** The English sentences about inviting another merchant. */
export const invitation = {
  merchant: {
    title: 'Invite a merchant',
    lead: 'New merchants need an invitation here. A link opens one separate merchant account. It works once, within three days, and gives no access to yours.',
    create: 'Create a link',
  },
  member: {
    title: 'Invite a member',
    lead: 'A link adds one wallet or e-mail address to this account, in a role. It works once, within three days.',
    create: 'Create invitation link',
  },
  guest: 'Only for',
  guestHint:
    'Only this e-mail address or wallet can use the link. If empty, anyone who has the link can use it: send it only to the invited person.',
  guestInvalid: 'Enter an e-mail address such as ana@example.com, or the address of a wallet.',
  isFor: (address: string) => `Only for ${address}`,
  sent: (email: string) => `The service also sends the link to ${email}.`,
  link: 'Invitation link',
  inRole: (role: string) => `Invitation in the role ${role}`,
  guestInRole: (guest: string, role: string) => `Invitation for ${guest} in the role ${role}`,
  once: (until: string) =>
    `Copy the link now: this page shows it once. It is valid until ${until}.`,
  created: 'Invitation link created.',
  open: 'Open links',
  opens: { merchant: 'For a new merchant', member: 'For a member of this account' },
  made: (when: string) => `Created ${when}`,
  expires: (when: string) => `Expires ${when}`,
  you: 'Yours',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this link?',
  revokeText: 'The link stops working at once.',
  revoked: 'Invitation link revoked.',
}
