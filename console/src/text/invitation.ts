/** The English sentences on inviting another merchant. */
export const invitation = {
  title: 'Invite a merchant',
  lead: 'New merchants need an invitation here. A link opens one merchant account of its own, once, within three days. It gives no access to yours.',
  create: 'Create a link',
  link: 'Invitation link',
  once: (until: string) =>
    `Copy the link now: this page shows it once. It is valid until ${until}.`,
  created: 'Invitation link created.',
}
