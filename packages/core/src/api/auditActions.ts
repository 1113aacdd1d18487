import { z } from 'zod'

/** Every action of the audit log: its subject and the change. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.updated',
  'api_key.revoked',
  'client_id.created',
  'client_id.updated',
  'client_id.revoked',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'invitation.created',
  'invitation.revoked',
  'password.changed',
  'password.reset',
  'email.verified',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  'second_factor.enabled',
  'second_factor.disabled',
  'recovery_codes.created',
  'recovery_code.used',
  'webhook.created',
  'webhook.updated',
  'webhook.removed',
  'webhook.secret_rotated',
  'webhook.secret_promoted',
  'destination.created',
  'destination.updated',
  'destination.deactivated',
  'branding.updated',
  'branding.removed',
  'merchant.updated',
  'domain.created',
  'domain.removed',
  'secure_payment.updated',
  'secure_payment.cancelled',
  'request.cancelled',
  'payout.created',
  'payout_link.created',
  'approval.approved',
  'approval.declined',
  'approval_limit.changed',
  'approval_limit.requested',
  'reporting_currency.changed',
  'schedule.activated',
  'schedule.updated',
  'bank_account.created',
  'unmatched_payment.claimed',
] as const

/** One action of the audit log. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** An action, as text. */
export const auditActionSchema = z.enum(AUDIT_ACTIONS)
