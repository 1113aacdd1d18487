// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The part of EIP-3009 in which only the receiver can use an authorization.
interface IERC3009 {
    /// @notice Moves tokens with the payer's signature. Only `to` may call it.
    /// @param from The payer, who signed.
    /// @param to The receiver and caller.
    /// @param value The amount in base units.
    /// @param validAfter The authorization works after this second.
    /// @param validBefore The authorization works before this second.
    /// @param nonce A number that works once per payer.
    /// @param v The signature's recovery value.
    /// @param r The signature's first word.
    /// @param s The signature's second word.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;

    /// @notice The same with a signature of any length, which ERC-1271 accounts need. USDC has it since version 2.2.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
