import type { Notice, Role } from '@secure-payment/core/api'
import type { Defaulted } from './column.ts'

/** The tables of members, how they sign in, and their e-mails. */
export type MemberTables = {
  wallets: WalletsTable
  accounts: AccountsTable
  invitations: InvitationsTable
  sessions: SessionsTable
  challenges: ChallengesTable
  used_nonces: UsedNoncesTable
  member_factors: MemberFactorsTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  passkey_challenges: PasskeyChallengesTable
  pending_sign_ins: PendingSignInsTable
  reset_requests: ResetRequestsTable
  member_contacts: MemberContactsTable
  mail_codes: MailCodesTable
  mails: MailsTable
  receipt_mails: ReceiptMailsTable
  notices: NoticesTable
}

/** A wallet that has signed in, as a member of its tenant. */
type WalletsTable = {
  /** Canonical: EIP-55, or base58 on Tron. */
  address: string
  wallet_type: 'evm' | 'tron'
  tenant_id: string
  role: Role
  created_at: string
  /**
   * The chain whose code signs for the wallet; null for a wallet with a key, or without a sign-in since this column was added.
   */
  code_chain_id: bigint | null
  /** The time of the last sign-in; null without a sign-in since this column was added. */
  last_sign_in_at: Defaulted<string | null>
}

/** An account with e-mail and password, which is a member of its tenant. */
type AccountsTable = {
  id: string
  tenant_id: string
  /** The keyed digest of the normalised e-mail address; accounts are looked up by it. */
  email_digest: string
  sealed_email: string
  /** The Argon2id hash of the password, in PHC format. */
  password_hash: string
  role: Role
  created_at: string
  /** The time of the last sign-in; null without a sign-in since this column was added. */
  last_sign_in_at: Defaulted<string | null>
}

/** A link that lets one wallet or account join, once. */
type InvitationsTable = {
  id: string
  /** The lower-case hex SHA-256 of the link's token. */
  hash: string
  /** The tenant that the invited person joins; null if the person opens a new tenant. */
  joins_tenant_id: string | null
  /** The invited person's role; `owner` for a new tenant. */
  role: Role
  /** The inviting member's tenant; null if the operator sent the invitation. */
  invited_by: string | null
  /** The inviting wallet's address or account's id; null for the operator, or if unknown. */
  invited_by_member: Defaulted<string | null>
  created_at: string
  expires_at: string
  used_at: Defaulted<string | null>
  /** The only wallet that may accept the invitation, in canonical form; null for any. */
  bound_wallet: Defaulted<string | null>
  /** The digest of the only e-mail address that may accept the invitation, as in `accounts`; null for any. */
  bound_email_digest: Defaulted<string | null>
  /** That address, sealed. */
  sealed_email: Defaulted<string | null>
}

type SessionsTable = {
  id: string
  /** The lower-case hex SHA-256 of the cookie's value. */
  hash: string
  tenant_id: string
  /** The session's wallet; null for an account's session, which `account_id` names. */
  wallet_address: string | null
  account_id: string | null
  created_at: string
  last_used_at: string
  expires_at: string
  /** The time and method of the last proof of the person's identity; null for a session from before these columns were added. */
  confirmed_at: string | null
  confirmed_by: 'password' | 'wallet' | 'passkey' | 'recovery_code' | null
}

type ChallengesTable = {
  id: string
  address: string
  wallet_type: 'evm' | 'tron'
  chain_id: bigint
  nonce: string
  /** The exact text to be signed. */
  message: string
  created_at: string
  expires_at: string
  used_at: Defaulted<string | null>
}

/** The nonces with which wallets have signed changes of their destinations, until they expire. */
type UsedNoncesTable = {
  id: string
  expires_at: string
}

/** A member's second factor, and the handle that identifies the member in passkeys. */
type MemberFactorsTable = {
  /** A wallet's address or an account's id. */
  member_id: string
  tenant_id: string
  /** 32 random bytes in base64url: a passkey stores it, and it reveals nothing about the person. */
  user_handle: string
  /** 1 if a sign-in by password or wallet also needs a passkey or a recovery code. */
  is_second_factor: 0 | 1
  created_at: string
}

/** A member's passkey. */
type PasskeysTable = {
  id: string
  /** The credential's id from the authenticator, in base64url. */
  credential_id: string
  tenant_id: string
  member_id: string
  name: string
  /** The public key in COSE form, in base64url. */
  public_key: string
  /** The last signature counter; 0 for authenticators that do not count. */
  sign_count: bigint
  /** A JSON array of the authenticator's transports. */
  transports: string
  is_synced: 0 | 1
  created_at: string
  last_used_at: string | null
}

/** A recovery code, which replaces a passkey once. */
type RecoveryCodesTable = {
  /** The lower-case hex SHA-256 of the member's id and the code. */
  hash: string
  member_id: string
  created_at: string
  used_at: string | null
}

/** A challenge that a passkey signs. A row is deleted when its challenge is used. */
type PasskeyChallengesTable = {
  id: string
  /** The challenge's purpose, and the session or pending sign-in that requested the challenge. */
  holder: string
  challenge: string
  created_at: string
  expires_at: string
}

/** A sign-in by password or wallet that waits for the second factor. Such a sign-in is not a session. */
type PendingSignInsTable = {
  id: string
  /** The lower-case hex SHA-256 of the cookie's value. */
  hash: string
  tenant_id: string
  member_id: string
  attempts: number
  created_at: string
  expires_at: string
}

/** A requested password reset that no worker has processed, for any address. */
type ResetRequestsTable = {
  id: string
  sealed_email: string
  created_at: string
}

/** A member's address and notices; a member without a row has chosen nothing. */
type MemberContactsTable = {
  /** The address of a wallet, or the id of an account. */
  member_id: string
  tenant_id: string
  /** The verified address; null if there is none. */
  sealed_email: Defaulted<string | null>
  verified_at: Defaulted<string | null>
  /** A JSON array of the chosen notices. */
  notices: string
  updated_at: string
}

/** A link in an e-mail that proves an address. */
type MailCodesTable = {
  /** The lower-case hex SHA-256 of the code. */
  hash: string
  purpose: 'email' | 'password'
  tenant_id: string
  member_id: string
  sealed_email: string
  /** The keyed digest of the address; limits count per digest. */
  email_digest: string
  created_at: string
  expires_at: string
  used_at: string | null
}

/** The e-mail outbox: one row per message, written in the same transaction as the message's cause. */
type MailsTable = {
  /** The Message-ID is derived from this id. */
  id: string
  /** The merchant whose daily limit counts the e-mail; null for the operator. */
  tenant_id: string | null
  /** A key that identifies the cause; the host sends at most one message per cause. Null for no such limit. */
  cause: string | null
  /** The address and the text as JSON, sealed; empty once the message has ended. */
  sealed_message: string
  status: 'pending' | 'sent' | 'dead'
  /** The number of attempts that have begun. */
  attempt: number
  /** The time of the next attempt; while an attempt runs, the end of its lease. */
  due_at: string
  created_at: string
  completed_at: string | null
  /** The code of the last failure, without the mail server's text. */
  last_error: string | null
  /** The payment whose receipt the e-mail brings; null for any other e-mail. */
  receipt_token: Defaulted<string | null>
}

/** The receipts that are sent by e-mail: one row per payment, written when the payment is complete. */
type ReceiptMailsTable = {
  /** The secure payment's token. */
  token: string
  tenant_id: string
  /** `dropped`: the row became too old, or there is no usable address. */
  status: 'pending' | 'sent' | 'dropped'
  created_at: string
}

/** A notice to those members of a merchant who have chosen its kind. */
type NoticesTable = {
  id: string
  tenant_id: string
  kind: Notice
  /** Unique: one notice per cause. */
  cause: string
  /** The event that the notice reports; null for none. */
  event_id: string | null
  /** The record that the notice concerns, as JSON. */
  facts: string
  status: 'pending' | 'told' | 'withdrawn'
  /** A JSON array of the members to whom the e-mail was addressed; null until it is written. */
  told_to: string | null
  created_at: string
}
