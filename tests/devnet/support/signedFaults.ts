/** A deliberate fault in a copy of ERC20SignedPayment.sol: `search` occurs once, and `replace` takes its place. */
export type Fault = { name: string; search: string; replace: string }

const fault = (name: string, search: string, replace = ''): Fault => ({ name, search, replace })

/** Each of these faults must make a test of the contract fail. */
export const faults: readonly Fault[] = [
  fault(
    'never checks the deadline',
    'if (block.timestamp > payment.deadline) revert PaymentExpired(payment.deadline);',
  ),
  fault(
    'expires one second early',
    'block.timestamp > payment.deadline',
    'block.timestamp >= payment.deadline',
  ),
  fault(
    'accepts a fee without an address',
    'if (payment.feeAmount > 0 && payment.feeAddress == address(0)) revert FeeWithoutAddress();',
  ),
  fault(
    'requires a fee address without a fee',
    'payment.feeAmount > 0 && payment.feeAddress == address(0)',
    'payment.feeAddress == address(0)',
  ),
  fault(
    'accepts a token without code',
    'if (payment.token.code.length == 0) revert NotAContract(payment.token);',
  ),
  fault('never marks a payment', '        isUsed[paymentHash] = true;\n'),
  fault(
    'never looks for an earlier payment',
    'if (isUsed[paymentHash]) revert PaymentIsUsed(paymentHash);',
  ),
  fault(
    'forgets the fee in the total',
    'total = payment.amount + payment.feeAmount;',
    'total = payment.amount;',
  ),
  fault(
    'adds without an overflow check',
    'total = payment.amount + payment.feeAmount;',
    'unchecked { total = payment.amount + payment.feeAmount; }',
  ),
  fault(
    'omits the payer from the hash',
    '                payment.payer,\n                payment.token,',
    '                payment.token,',
  ),
  fault(
    'omits the token from the hash',
    '                payment.payer,\n                payment.token,',
    '                payment.payer,',
  ),
  fault(
    'omits the recipient from the hash',
    '                payment.recipient,\n                payment.amount,\n',
    '                payment.amount,\n',
  ),
  fault(
    'omits the amount from the hash',
    '                payment.recipient,\n                payment.amount,\n',
    '                payment.recipient,\n',
  ),
  fault(
    'omits the fee from the hash',
    '                payment.feeAmount,\n                payment.feeAddress,\n                keccak',
    '                payment.feeAddress,\n                keccak',
  ),
  fault(
    'omits the fee address from the hash',
    '                payment.feeAddress,\n                keccak',
    '                keccak',
  ),
  fault(
    'omits the reference from the hash',
    '                keccak256(payment.paymentReference),\n',
  ),
  fault(
    'omits the deadline from the hash',
    '                payment.deadline,\n                payment.salt\n',
    '                payment.salt\n',
  ),
  fault(
    'omits the salt from the hash',
    '                payment.deadline,\n                payment.salt\n',
    '                payment.deadline\n',
  ),
  fault(
    'signs in a domain without its version',
    'EIP712("ERC20SignedPayment", "1")',
    'EIP712("ERC20SignedPayment", "2")',
  ),
  fault('lets the salt be Permit2’s nonce', 'nonce: uint256(paymentHash),', 'nonce: payment.salt,'),
  fault(
    'signs an empty witness',
    '            _structHash(payment),\n            WITNESS_TYPE,',
    '            bytes32(0),\n            WITNESS_TYPE,',
  ),
  fault(
    'collects the amount without the fee by Permit2',
    'requestedAmount: total',
    'requestedAmount: payment.amount',
  ),
  fault(
    'collects by Permit2 for the recipient',
    'SignatureTransferDetails({to: address(this)',
    'SignatureTransferDetails({to: payment.recipient',
  ),
  fault(
    'keeps the hash out of the permit’s deadline',
    '(uint256(paymentHash) & ~uint256(type(uint40).max)) | deadline',
    'deadline',
  ),
  fault(
    'lets a permit cover any deadline',
    '(uint256(paymentHash) & ~uint256(type(uint40).max)) | deadline',
    'uint256(paymentHash)',
  ),
  fault(
    'trusts the token’s permit',
    '        _requirePermit(payment, total, permitNonce, deadline, signature);\n',
  ),
  fault('accepts any signer of a permit', ' || signer != payment.payer) revert', ') revert'),
  fault(
    'accepts no permit that another account submitted',
    '{} catch {}',
    '{} catch { revert InvalidSignature(); }',
  ),
  fault(
    'sends 65-byte signatures only to the variant for smart accounts',
    'if (signature.length == 65) {',
    'if (signature.length != 65) {',
  ),
  fault('never checks the tokens that arrived', '        _requireBalance(token, held + total);\n'),
  fault('never checks the tokens that left', '        _requireBalance(token, held);\n'),
  fault(
    'approves the fee proxy without a limit',
    'forceApprove(address(erc20FeeProxy), total)',
    'forceApprove(address(erc20FeeProxy), type(uint256).max)',
  ),
  fault(
    'pays the amount to the fee address',
    '            payment.recipient,\n            payment.amount,\n            payment.paymentReference,\n            payment.feeAmount,\n            payment.feeAddress\n',
    '            payment.feeAddress,\n            payment.amount,\n            payment.paymentReference,\n            payment.feeAmount,\n            payment.recipient\n',
  ),
  fault(
    'swaps the amount and the fee',
    '            payment.amount,\n            payment.paymentReference,\n            payment.feeAmount,\n',
    '            payment.feeAmount,\n            payment.paymentReference,\n            payment.amount,\n',
  ),
  fault(
    'pays without the reference',
    '            payment.paymentReference,\n            payment.feeAmount,\n',
    '            "",\n            payment.feeAmount,\n',
  ),
  fault(
    'lets any account cancel',
    'if (msg.sender != payment.payer) revert NotPayer(msg.sender, payment.payer);',
  ),
  fault('cancels without an effect', '        _use(hash);\n'),
  fault(
    'emits no event',
    '        emit SignedPaymentMade(paymentHash, payment.payer, payment.paymentReference, total);\n',
  ),
  fault('emits no cancellation', '        emit SignedPaymentCancelled(hash, payment.payer);\n'),
  fault(
    'can be entered again by Permit2',
    'function payWithPermit2(Payment calldata payment, bytes calldata signature) external nonReentrant',
    'function payWithPermit2(Payment calldata payment, bytes calldata signature) external',
  ),
  fault(
    'accepts a fee proxy without code',
    'if (feeProxy.code.length == 0) revert NotAContract(feeProxy);',
  ),
  fault(
    'accepts a Permit2 without code',
    'if (permit2_ != address(0) && permit2_.code.length == 0) revert NotAContract(permit2_);',
  ),
  fault(
    'requires Permit2',
    'permit2_ != address(0) && permit2_.code.length == 0',
    'permit2_.code.length == 0',
  ),
]
