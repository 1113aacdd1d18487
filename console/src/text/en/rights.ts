import type { Session } from '../../api.ts'

type Role = Session['role']
type Scope = Session['scopes'][number]

/** The English sentences about roles and scopes; part of {@link en}. */
export const rights = {
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    finance: 'Finance',
    developer: 'Developer',
    'read-only': 'Read only',
  } satisfies Record<Role, string>,
  roleHints: {
    owner: 'Everything, including making other members owners.',
    admin: 'Everything, except changing owners.',
    finance: 'Payments, links, payouts and refunds. No settings.',
    developer: 'Payments, links and settings such as API keys and webhooks. Sends no money.',
    'read-only': 'Sees everything, changes nothing.',
  } satisfies Record<Role, string>,
  scopes: {
    read: 'Read',
    create: 'Create',
    payouts: 'Payouts',
    refunds: 'Refunds',
    manage: 'Manage',
    team: 'Team',
  } satisfies Record<Scope, string>,
  scopeHints: {
    read: 'Payments, requests, links and payers.',
    create: 'Requests and payment links, and cancelling them.',
    payouts: 'Sends money: payouts, schedules and bank accounts.',
    refunds: 'Sends payments back.',
    manage: 'Webhooks, client IDs, domains, branding and destinations.',
    team: 'Invites, changes and removes members.',
  } satisfies Record<Scope, string>,
  missing: (scope: string) =>
    `Your role lacks the right “${scope}”. Ask an owner or an admin of this account.`,
}
