// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {IERC20FeeProxy} from "./IERC20FeeProxy.sol";
import {IERC3009} from "./IERC3009.sol";
import {ISignatureTransfer} from "./ISignatureTransfer.sol";

/// @title ERC-20 payments that the payer signs and any account sends.
/// @notice The payer signs one typed message, and the sender pays the gas. The contract collects the tokens, pays them through the
/// network's ERC20FeeProxy with the payment's reference, and holds nothing between calls.
/// @dev Each of the three kinds of signature commits to the whole payment: the nonce of an EIP-3009 authorization and of a
/// Permit2 permit is the payment's hash, and the deadline of an EIP-2612 permit contains 216 bits of it. A sender can therefore
/// choose only the moment before the deadline. A signature that another sender submits first pays the same payee.
///
/// The contract has no owner and cannot be upgraded. It makes each payment at most once, regardless of the kind of signature.
/// A payer must trust only the token.
///
/// Tokens that are sent here without a payment remain here: no payment spends them, and no account can withdraw them.
contract ERC20SignedPayment is ReentrancyGuardTransient, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice A payment. Amounts are base units of `token`.
    /// @param payer The account that signs and pays.
    /// @param token The ERC-20 token.
    /// @param recipient The payee.
    /// @param amount The amount for `recipient`.
    /// @param feeAmount The fee for `feeAddress`, on top.
    /// @param feeAddress The receiver of `feeAmount`; may be the zero address if `feeAmount` is 0.
    /// @param paymentReference The reference in the fee proxy's event.
    /// @param deadline Last second in which the payment may be made, in seconds since 1970. An EIP-3009 authorization expires
    /// one second earlier.
    /// @param salt Any number; distinguishes payments that are otherwise equal.
    struct Payment {
        address payer;
        address token;
        address recipient;
        uint256 amount;
        uint256 feeAmount;
        address feeAddress;
        bytes paymentReference;
        uint40 deadline;
        uint256 salt;
    }

    /// @notice EIP-712 type hash of `Payment`.
    bytes32 public constant PAYMENT_TYPEHASH = keccak256(
        "Payment(address payer,address token,address recipient,uint256 amount,uint256 feeAmount,address feeAddress,bytes paymentReference,uint40 deadline,uint256 salt)"
    );

    /// @notice The end of the EIP-712 type of a Permit2 permit whose witness is a `Payment`.
    string public constant WITNESS_TYPE =
        "Payment witness)Payment(address payer,address token,address recipient,uint256 amount,uint256 feeAmount,address feeAddress,bytes paymentReference,uint40 deadline,uint256 salt)TokenPermissions(address token,uint256 amount)";

    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    /// @notice The ERC20FeeProxy that payments go through.
    IERC20FeeProxy public immutable erc20FeeProxy;

    /// @notice The network's Permit2, or the zero address where `payWithPermit2` is not offered.
    ISignatureTransfer public immutable permit2;

    /// @notice Whether a payment was made or cancelled, by its hash.
    mapping(bytes32 paymentHash => bool) public isUsed;

    /// @notice A payment was made. The recipient and the amounts are in the fee proxy's event in the same transaction.
    /// @param paymentHash The payment's EIP-712 digest in this contract's domain.
    /// @param payer The payer.
    /// @param paymentReference The payment's reference: a topic of its keccak256.
    /// @param total The amount and the fee that the payer paid.
    event SignedPaymentMade(
        bytes32 indexed paymentHash, address indexed payer, bytes indexed paymentReference, uint256 total
    );

    /// @notice The payer cancelled a payment: the contract never makes it.
    /// @param paymentHash The payment's EIP-712 digest in this contract's domain.
    /// @param payer The payer.
    event SignedPaymentCancelled(bytes32 indexed paymentHash, address indexed payer);

    /// @notice A required contract has no code: the fee proxy or Permit2 given to the constructor, or a payment's token.
    error NotAContract(address account);
    /// @notice The signature is malformed, malleable, or not the payer's signature of this payment.
    error InvalidSignature();
    /// @notice The payment's deadline has passed.
    error PaymentExpired(uint256 deadline);
    /// @notice The payment was made or cancelled before.
    error PaymentIsUsed(bytes32 paymentHash);
    /// @notice The payment has a fee but no address to receive it.
    error FeeWithoutAddress();
    /// @notice The token moved a different amount, for example because it charges a fee: this contract holds `actual`
    /// instead of `expected`.
    error InexactTransfer(address token, uint256 expected, uint256 actual);
    /// @notice Only the payer may cancel a payment.
    error NotPayer(address caller, address payer);

    /// @notice Sets the two contracts that payments use.
    /// @param feeProxy The network's ERC20FeeProxy.
    /// @param permit2_ The network's Permit2, or the zero address if it has none.
    constructor(address feeProxy, address permit2_) EIP712("ERC20SignedPayment", "1") {
        if (feeProxy.code.length == 0) revert NotAContract(feeProxy);
        if (permit2_ != address(0) && permit2_.code.length == 0) revert NotAContract(permit2_);
        erc20FeeProxy = IERC20FeeProxy(feeProxy);
        permit2 = ISignatureTransfer(permit2_);
    }

    /// @notice Makes a payment with an EIP-3009 authorization: `ReceiveWithAuthorization` of the total to this contract, valid
    /// after 0 and before the payment's deadline, with the payment's hash as its nonce.
    /// @param payment The payment.
    /// @param signature The payer's signature in the token's domain. The token's variant for `v`, `r` and `s` receives 65 bytes, the
    /// variant for ERC-1271 any other length.
    function payWithAuthorization(Payment calldata payment, bytes calldata signature) external nonReentrant {
        (bytes32 paymentHash, uint256 total, uint256 held) = _begin(payment);
        IERC3009 token = IERC3009(payment.token);
        if (signature.length == 65) {
            (bytes32 r, bytes32 s, uint8 v) = _split(signature);
            token.receiveWithAuthorization(
                payment.payer, address(this), total, 0, payment.deadline, paymentHash, v, r, s
            );
        } else {
            token.receiveWithAuthorization(
                payment.payer, address(this), total, 0, payment.deadline, paymentHash, signature
            );
        }
        _finish(payment, total, held);
    }

    /// @notice Makes a payment with a Permit2 permit for the total, with the payment's hash as its nonce, the payment's deadline, and
    /// the payment as its witness. The payer has approved Permit2 before.
    /// @param payment The payment.
    /// @param signature The payer's signature in Permit2's domain.
    function payWithPermit2(Payment calldata payment, bytes calldata signature) external nonReentrant {
        (bytes32 paymentHash, uint256 total, uint256 held) = _begin(payment);
        permit2.permitWitnessTransferFrom(
            ISignatureTransfer.PermitTransferFrom({
                permitted: ISignatureTransfer.TokenPermissions({token: payment.token, amount: total}),
                nonce: uint256(paymentHash),
                deadline: payment.deadline
            }),
            ISignatureTransfer.SignatureTransferDetails({to: address(this), requestedAmount: total}),
            payment.payer,
            _structHash(payment),
            WITNESS_TYPE,
            signature
        );
        _finish(payment, total, held);
    }

    /// @notice Makes a payment with an EIP-2612 permit of the total for this contract, whose deadline is `permitDeadline`.
    /// @dev The contract checks the signature itself and ignores the result of the token's `permit`: anyone may have submitted the
    /// permit before, and some tokens accept any call. Without a payment, such an allowance cannot be spent.
    /// @param payment The payment.
    /// @param permitNonce The payer's nonce in the signed permit.
    /// @param signature The payer's 65-byte signature in the token's domain.
    function payWithPermit(Payment calldata payment, uint256 permitNonce, bytes calldata signature)
        external
        nonReentrant
    {
        (bytes32 paymentHash, uint256 total, uint256 held) = _begin(payment);
        uint256 deadline = _permitDeadline(paymentHash, payment.deadline);
        _requirePermit(payment, total, permitNonce, deadline, signature);
        (bytes32 r, bytes32 s, uint8 v) = _split(signature);
        try IERC20Permit(payment.token).permit(payment.payer, address(this), total, deadline, v, r, s) {} catch {}
        IERC20(payment.token).safeTransferFrom(payment.payer, address(this), total);
        _finish(payment, total, held);
    }

    /// @notice Cancels a payment permanently, signed or not. Reverts if it was made or cancelled before.
    /// @param payment The payment to cancel; only its payer may.
    function cancelPayment(Payment calldata payment) external {
        if (msg.sender != payment.payer) revert NotPayer(msg.sender, payment.payer);
        bytes32 hash = paymentHashOf(payment);
        _use(hash);
        emit SignedPaymentCancelled(hash, payment.payer);
    }

    /// @notice The EIP-712 digest of a payment: the nonce of its authorization or permit, and its key in `isUsed`.
    /// @param payment The payment.
    /// @return The digest in this contract's domain.
    function paymentHashOf(Payment calldata payment) public view returns (bytes32) {
        return _hashTypedDataV4(_structHash(payment));
    }

    /// @notice The deadline of the EIP-2612 permit for a payment: the payment's deadline in the low 40 bits, and the payment's hash
    /// in the others.
    /// @param payment The payment.
    /// @return The number to sign as the permit's `deadline`.
    function permitDeadlineOf(Payment calldata payment) external view returns (uint256) {
        return _permitDeadline(paymentHashOf(payment), payment.deadline);
    }

    /// @dev The checks before any token moves. Returns the payment's hash, its total, and this contract's balance.
    function _begin(Payment calldata payment) private returns (bytes32 paymentHash, uint256 total, uint256 held) {
        if (block.timestamp > payment.deadline) revert PaymentExpired(payment.deadline);
        if (payment.feeAmount > 0 && payment.feeAddress == address(0)) revert FeeWithoutAddress();
        if (payment.token.code.length == 0) revert NotAContract(payment.token);
        paymentHash = paymentHashOf(payment);
        _use(paymentHash);
        total = payment.amount + payment.feeAmount;
        held = IERC20(payment.token).balanceOf(address(this));
        emit SignedPaymentMade(paymentHash, payment.payer, payment.paymentReference, total);
    }

    /// @dev Exactly `total` has arrived and exactly `total` leaves, so that no token can change the earlier balance.
    function _finish(Payment calldata payment, uint256 total, uint256 held) private {
        IERC20 token = IERC20(payment.token);
        _requireBalance(token, held + total);
        token.forceApprove(address(erc20FeeProxy), total);
        erc20FeeProxy.transferFromWithReferenceAndFee(
            payment.token,
            payment.recipient,
            payment.amount,
            payment.paymentReference,
            payment.feeAmount,
            payment.feeAddress
        );
        _requireBalance(token, held);
    }

    function _use(bytes32 paymentHash) private {
        if (isUsed[paymentHash]) revert PaymentIsUsed(paymentHash);
        isUsed[paymentHash] = true;
    }

    function _requirePermit(
        Payment calldata payment,
        uint256 total,
        uint256 permitNonce,
        uint256 deadline,
        bytes calldata signature
    ) private view {
        bytes32 structHash =
            keccak256(abi.encode(PERMIT_TYPEHASH, payment.payer, address(this), total, permitNonce, deadline));
        bytes32 digest =
            MessageHashUtils.toTypedDataHash(IERC20Permit(payment.token).DOMAIN_SEPARATOR(), structHash);
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (problem != ECDSA.RecoverError.NoError || signer != payment.payer) revert InvalidSignature();
    }

    function _requireBalance(IERC20 token, uint256 expected) private view {
        uint256 actual = token.balanceOf(address(this));
        if (actual != expected) revert InexactTransfer(address(token), expected, actual);
    }

    function _structHash(Payment calldata payment) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                PAYMENT_TYPEHASH,
                payment.payer,
                payment.token,
                payment.recipient,
                payment.amount,
                payment.feeAmount,
                payment.feeAddress,
                keccak256(payment.paymentReference),
                payment.deadline,
                payment.salt
            )
        );
    }

    function _permitDeadline(bytes32 paymentHash, uint40 deadline) private pure returns (uint256) {
        return (uint256(paymentHash) & ~uint256(type(uint40).max)) | deadline;
    }

    /// @dev The words of a 65-byte signature.
    function _split(bytes calldata signature) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        return (bytes32(signature[0:32]), bytes32(signature[32:64]), uint8(signature[64]));
    }
}
