import { parseAbi } from 'viem'

/**
 * The functions, events and errors that callers of this project's ERC20RecurringPaymentProxy use. They include those of the deployed
 * contract with the same name. A test compares the list with the compiler's output.
 */
export const recurringAbi = parseAbi([
  'constructor(address admin, address relayer, address feeProxy)',

  'struct SchedulePermit { address subscriber; address token; address recipient; address feeAddress; uint128 amount; uint128 feeAmount; uint128 relayerFee; uint32 periodSeconds; uint32 firstPayment; uint8 totalPayments; uint256 nonce; uint256 deadline; bool strictOrder; }',
  'function triggerRecurringPayment(SchedulePermit permit, bytes signature, uint8 index, bytes paymentReference)',
  'function cancelPermit(SchedulePermit permit)',
  'function permitDigest(SchedulePermit permit) view returns (bytes32)',
  'function isCancelled(bytes32 digest) view returns (bool)',
  'function lastPaymentIndex(bytes32 digest) view returns (uint8 index)',
  'function triggeredPaymentsBitmap(bytes32 digest) view returns (uint256 bits)',
  'function erc20FeeProxy() view returns (address)',
  'function SCHEDULE_PERMIT_TYPEHASH() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'event RecurringPaymentTriggered(bytes32 indexed digest, address indexed subscriber, bytes indexed paymentReference, uint8 index, uint256 total)',
  'event PermitCancelled(bytes32 indexed digest, address indexed subscriber)',
  'event EIP712DomainChanged()',

  'function pause()',
  'function unpause()',
  'function paused() view returns (bool)',
  'event Paused(address account)',
  'event Unpaused(address account)',

  'function DEFAULT_ADMIN_ROLE() view returns (bytes32)',
  'function RELAYER_ROLE() view returns (bytes32)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function getRoleAdmin(bytes32 role) view returns (bytes32)',
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function renounceRole(bytes32 role, address callerConfirmation)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)',
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',

  'error ZeroAddress()',
  'error NotAContract(address account)',
  'error EnforcedPause()',
  'error ExpectedPause()',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error AccessControlBadConfirmation()',
  'error ReentrancyGuardReentrantCall()',
  'error InvalidSignature()',
  'error PermitIsCancelled(bytes32 digest)',
  'error PermitExpired(uint256 deadline)',
  'error PaymentOutOfOrder(uint8 index, uint256 expected)',
  'error PaymentIndexOutOfRange(uint8 index, uint8 totalPayments)',
  'error PaymentNotDue(uint256 dueAt)',
  'error PaymentAlreadyTriggered(bytes32 digest, uint8 index)',
  'error FeeWithoutAddress()',
  'error InexactTransfer(address token, uint256 expected, uint256 actual)',
  'error SafeERC20FailedOperation(address token)',
  'error NotSubscriber(address caller, address subscriber)',
  'error InvalidShortString()',
  'error StringTooLong(string str)',
])
