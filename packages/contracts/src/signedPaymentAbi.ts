import { parseAbi } from 'viem'

/** All functions, events and errors of ERC20SignedPayment. A test compares the list with the compiler's output. */
export const signedPaymentAbi = parseAbi([
  'constructor(address feeProxy, address permit2_)',

  'struct Payment { address payer; address token; address recipient; uint256 amount; uint256 feeAmount; address feeAddress; bytes paymentReference; uint40 deadline; uint256 salt; }',
  'function payWithAuthorization(Payment payment, bytes signature)',
  'function payWithPermit2(Payment payment, bytes signature)',
  'function payWithPermit(Payment payment, uint256 permitNonce, bytes signature)',
  'function cancelPayment(Payment payment)',
  'function paymentHashOf(Payment payment) view returns (bytes32)',
  'function permitDeadlineOf(Payment payment) view returns (uint256)',
  'function isUsed(bytes32 paymentHash) view returns (bool)',
  'function erc20FeeProxy() view returns (address)',
  'function permit2() view returns (address)',
  'function PAYMENT_TYPEHASH() view returns (bytes32)',
  'function WITNESS_TYPE() view returns (string)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'event SignedPaymentMade(bytes32 indexed paymentHash, address indexed payer, bytes indexed paymentReference, uint256 total)',
  'event SignedPaymentCancelled(bytes32 indexed paymentHash, address indexed payer)',
  'event EIP712DomainChanged()',

  'error NotAContract(address account)',
  'error InvalidSignature()',
  'error PaymentExpired(uint256 deadline)',
  'error PaymentIsUsed(bytes32 paymentHash)',
  'error FeeWithoutAddress()',
  'error InexactTransfer(address token, uint256 expected, uint256 actual)',
  'error NotPayer(address caller, address payer)',
  'error ReentrancyGuardReentrantCall()',
  'error SafeERC20FailedOperation(address token)',
  'error InvalidShortString()',
  'error StringTooLong(string str)',
])
