/** EIP-712's members of a payment, written out by hand from the contract's documentation. */
export const PAYMENT_MEMBERS = [
  { name: 'payer', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'amount', type: 'uint256' },
  { name: 'feeAmount', type: 'uint256' },
  { name: 'feeAddress', type: 'address' },
  { name: 'paymentReference', type: 'bytes' },
  { name: 'deadline', type: 'uint40' },
  { name: 'salt', type: 'uint256' },
] as const

/** EIP-712's members of EIP-3009's `ReceiveWithAuthorization`. */
export const AUTHORIZATION_MEMBERS = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

/** EIP-712's members of EIP-2612's `Permit`. */
export const PERMIT_MEMBERS = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const

/** EIP-712's types of Permit2's `PermitWitnessTransferFrom` with a payment as its witness. */
export const WITNESS_TYPES = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'witness', type: 'Payment' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  Payment: PAYMENT_MEMBERS,
} as const
