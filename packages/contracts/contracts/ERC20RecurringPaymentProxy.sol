// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IERC20FeeProxy} from "./IERC20FeeProxy.sol";

/// @title Recurring ERC-20 payments with one signature.
/// @notice A subscriber signs a `SchedulePermit` once and approves this contract. A relayer then triggers one payment
/// per period. The contract ensures that each payment is due, authorised by the subscriber, and made at most once.
/// @dev The interface, the EIP-712 domain and the type hash equal those of the deployed contract of this name. The same code can therefore
/// build typed data and calldata for both. `cancelPermit`, `isCancelled`, `permitDigest` and the two events are additions.
///
/// A subscriber must trust only the token. A relayer can choose only the moment after a payment is due, its reference,
/// and, without `strictOrder`, the order. The administrator can appoint relayers and pause. No account can change the
/// fee proxy or upgrade this contract, and neither role can withdraw tokens.
///
/// Tokens that are sent here without a payment remain here: no payment spends them, and no account can withdraw them.
contract ERC20RecurringPaymentProxy is AccessControl, Pausable, ReentrancyGuard, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice The data that a subscriber signs. Amounts are base units of `token`, times are seconds since 1970.
    /// @param subscriber The payer: an account with a key, because contracts cannot sign here.
    /// @param token The ERC-20 token.
    /// @param recipient The payee.
    /// @param feeAddress The receiver of `feeAmount`; may be the zero address if `feeAmount` is 0.
    /// @param amount The amount of each payment for `recipient`.
    /// @param feeAmount The fee of each payment for `feeAddress`, on top.
    /// @param relayerFee The fee of each payment for the account that triggers it, on top.
    /// @param periodSeconds Minimum time between two payments.
    /// @param firstPayment The due time of the first payment.
    /// @param totalPayments The number of payments.
    /// @param nonce Any number; distinguishes permits that are otherwise equal.
    /// @param deadline Last second in which a payment may be triggered.
    /// @param strictOrder Whether payment n requires payment n - 1 first.
    struct SchedulePermit {
        address subscriber;
        address token;
        address recipient;
        address feeAddress;
        uint128 amount;
        uint128 feeAmount;
        uint128 relayerFee;
        uint32 periodSeconds;
        uint32 firstPayment;
        uint8 totalPayments;
        uint256 nonce;
        uint256 deadline;
        bool strictOrder;
    }

    /// @notice The role that may trigger payments.
    bytes32 public constant RELAYER_ROLE = keccak256("RELAYER_ROLE");

    /// @notice EIP-712 type hash of `SchedulePermit`.
    bytes32 public constant SCHEDULE_PERMIT_TYPEHASH = keccak256(
        "SchedulePermit(address subscriber,address token,address recipient,address feeAddress,uint128 amount,uint128 feeAmount,uint128 relayerFee,uint32 periodSeconds,uint32 firstPayment,uint8 totalPayments,uint256 nonce,uint256 deadline,bool strictOrder)"
    );

    /// @notice The ERC20FeeProxy that payments go through. Immutable, because subscribers approve this contract together with its fee
    /// proxy.
    IERC20FeeProxy public immutable erc20FeeProxy;

    /// @notice The payments made for a permit: bit n is set after payment n.
    mapping(bytes32 digest => uint256 bits) public triggeredPaymentsBitmap;

    /// @notice The newest payment made for a permit with `strictOrder`; 0 before the first, and without `strictOrder`.
    mapping(bytes32 digest => uint8 index) public lastPaymentIndex;

    /// @notice Whether the subscriber has cancelled a permit.
    mapping(bytes32 digest => bool) public isCancelled;

    /// @notice A payment was made. The recipient and the amounts are in the fee proxy's event in the same transaction.
    /// @param digest The permit's EIP-712 digest.
    /// @param subscriber The payer.
    /// @param paymentReference The payment's reference, in the format of the fee proxy's event: a topic of its
    /// keccak256.
    /// @param index The number of the payment within the permit, from 1.
    /// @param total The total that the subscriber paid: amount, fee and relayer's fee.
    event RecurringPaymentTriggered(
        bytes32 indexed digest,
        address indexed subscriber,
        bytes indexed paymentReference,
        uint8 index,
        uint256 total
    );

    /// @notice A subscriber cancelled a permit: the contract makes no further payment for it.
    /// @param digest The permit's EIP-712 digest.
    /// @param subscriber The subscriber who cancelled.
    event PermitCancelled(bytes32 indexed digest, address indexed subscriber);

    /// @notice An argument of the constructor is the zero address.
    error ZeroAddress();
    /// @notice A required contract has no code: the fee proxy given to the constructor, or a permit's token.
    error NotAContract(address account);
    /// @notice The signature is malformed, malleable, or not the subscriber's signature of this permit.
    error InvalidSignature();
    /// @notice The subscriber has cancelled the permit.
    error PermitIsCancelled(bytes32 digest);
    /// @notice The permit's deadline has passed.
    error PermitExpired(uint256 deadline);
    /// @notice Strict order requires payment `expected` next.
    error PaymentOutOfOrder(uint8 index, uint256 expected);
    /// @notice The index is outside the range from 1 to `totalPayments`.
    error PaymentIndexOutOfRange(uint8 index, uint8 totalPayments);
    /// @notice The payment is not due before `dueAt`.
    error PaymentNotDue(uint256 dueAt);
    /// @notice The contract has already made this payment.
    error PaymentAlreadyTriggered(bytes32 digest, uint8 index);
    /// @notice The permit has a fee but no address to receive it.
    error FeeWithoutAddress();
    /// @notice The token moved a different amount, for example because it charges a fee: this contract holds `actual` instead of
    /// `expected`.
    error InexactTransfer(address token, uint256 expected, uint256 actual);
    /// @notice Only the subscriber may cancel a permit.
    error NotSubscriber(address caller, address subscriber);

    /// @notice Sets the two roles and the fee proxy.
    /// @param admin Appoints relayers and pauses; preferably a multisig.
    /// @param relayer The account of the service that triggers payments.
    /// @param feeProxy The network's ERC20FeeProxy.
    constructor(address admin, address relayer, address feeProxy) EIP712("ERC20RecurringPaymentProxy", "1") {
        if (admin == address(0) || relayer == address(0)) revert ZeroAddress();
        if (feeProxy.code.length == 0) revert NotAContract(feeProxy);
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(RELAYER_ROLE, relayer);
        erc20FeeProxy = IERC20FeeProxy(feeProxy);
    }

    /// @notice Makes one payment of a permit atomically: collects amount, fee and relayer's fee from the subscriber,
    /// and pays them to the recipient, the fee address and the caller.
    /// @param permit The permit that the subscriber signed.
    /// @param signature The subscriber's 65-byte signature of the permit's EIP-712 digest.
    /// @param index The number of the payment, from 1.
    /// @param paymentReference The reference of this payment.
    function triggerRecurringPayment(
        SchedulePermit calldata permit,
        bytes calldata signature,
        uint8 index,
        bytes calldata paymentReference
    ) external whenNotPaused onlyRole(RELAYER_ROLE) nonReentrant {
        bytes32 digest = permitDigest(permit);
        _requireSignature(digest, signature, permit.subscriber);
        if (isCancelled[digest]) revert PermitIsCancelled(digest);
        if (block.timestamp > permit.deadline) revert PermitExpired(permit.deadline);
        _requireOrder(digest, index, permit.strictOrder);
        if (index == 0 || index > permit.totalPayments) revert PaymentIndexOutOfRange(index, permit.totalPayments);
        _requireDue(index, permit.firstPayment, permit.periodSeconds);
        if (triggeredPaymentsBitmap[digest] & (1 << index) != 0) revert PaymentAlreadyTriggered(digest, index);
        if (permit.feeAmount > 0 && permit.feeAddress == address(0)) revert FeeWithoutAddress();

        triggeredPaymentsBitmap[digest] |= 1 << index;
        if (permit.strictOrder) lastPaymentIndex[digest] = index;
        uint256 total = uint256(permit.amount) + permit.feeAmount + permit.relayerFee;
        emit RecurringPaymentTriggered(digest, permit.subscriber, paymentReference, index, total);
        _pay(permit, total, paymentReference);
    }

    /// @notice Cancels a permit permanently, even while paused. Further calls do nothing.
    /// @param permit The permit to cancel; only its subscriber may.
    function cancelPermit(SchedulePermit calldata permit) external {
        if (msg.sender != permit.subscriber) revert NotSubscriber(msg.sender, permit.subscriber);
        bytes32 digest = permitDigest(permit);
        if (isCancelled[digest]) return;
        isCancelled[digest] = true;
        emit PermitCancelled(digest, permit.subscriber);
    }

    /// @notice Stops all payments until `unpause`. Cancelling still works.
    function pause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _pause();
    }

    /// @notice Allows payments again.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice The EIP-712 digest of a permit: the hash that its subscriber signs, and its key in the mappings above.
    /// @param permit The permit, signed or not.
    /// @return The digest in this contract's domain.
    function permitDigest(SchedulePermit calldata permit) public view returns (bytes32) {
        // The encoding of a struct of static members equals that of its members in sequence, as EIP-712's hashStruct
        // requires.
        return _hashTypedDataV4(keccak256(abi.encode(SCHEDULE_PERMIT_TYPEHASH, permit)));
    }

    /// @dev Recovers without reverting, so that every invalid signature leads to the same error.
    function _requireSignature(bytes32 digest, bytes calldata signature, address subscriber) private pure {
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (problem != ECDSA.RecoverError.NoError || signer != subscriber) revert InvalidSignature();
    }

    function _requireOrder(bytes32 digest, uint8 index, bool strictOrder) private view {
        if (!strictOrder) return;
        uint256 expected = uint256(lastPaymentIndex[digest]) + 1;
        if (index != expected) revert PaymentOutOfOrder(index, expected);
    }

    function _requireDue(uint8 index, uint32 firstPayment, uint32 periodSeconds) private view {
        uint256 dueAt = uint256(firstPayment) + (uint256(index) - 1) * periodSeconds;
        if (block.timestamp < dueAt) revert PaymentNotDue(dueAt);
    }

    /// @dev Exactly `total` arrives and exactly `total` leaves, so that no token can change the earlier balance.
    function _pay(SchedulePermit calldata permit, uint256 total, bytes calldata paymentReference) private {
        if (permit.token.code.length == 0) revert NotAContract(permit.token);
        IERC20 token = IERC20(permit.token);
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(permit.subscriber, address(this), total);
        _requireBalance(token, before + total);

        token.forceApprove(address(erc20FeeProxy), uint256(permit.amount) + permit.feeAmount);
        erc20FeeProxy.transferFromWithReferenceAndFee(
            permit.token, permit.recipient, permit.amount, paymentReference, permit.feeAmount, permit.feeAddress
        );
        if (permit.relayerFee > 0) token.safeTransfer(msg.sender, permit.relayerFee);
        _requireBalance(token, before);
    }

    function _requireBalance(IERC20 token, uint256 expected) private view {
        uint256 actual = token.balanceOf(address(this));
        if (actual != expected) revert InexactTransfer(address(token), expected, actual);
    }
}
