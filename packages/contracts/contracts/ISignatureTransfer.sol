// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The part of Permit2 that moves tokens once with one signature.
interface ISignatureTransfer {
    /// @notice A token and the largest amount that may move, in base units.
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    /// @notice The data that the owner signs, together with the caller's address and the witness.
    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    /// @notice The receiver and the amount of this transfer.
    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    /// @notice Moves tokens from `owner` with its signature of the permit, of the caller as the spender, and of `witness`.
    /// @param permit The signed permit; its nonce works once per owner.
    /// @param transferDetails The receiver and the amount.
    /// @param owner The account that signed and pays.
    /// @param witness The EIP-712 struct hash of further data that the owner signed.
    /// @param witnessTypeString The witness's member and types, as the end of the permit's type.
    /// @param signature The owner's signature: 64 or 65 bytes of ECDSA, or data for ERC-1271.
    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external;
}
