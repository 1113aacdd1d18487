// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The deployed contract that every payment goes through, and whose event makes it detectable.
interface IERC20FeeProxy {
    /// @notice Moves `amount` to `to` and `feeAmount` to `feeAddress`, both from the caller, who has approved this contract.
    /// @param tokenAddress The ERC-20 token.
    /// @param to Who is paid.
    /// @param amount What `to` is paid, in base units.
    /// @param paymentReference Eight bytes that name the payment.
    /// @param feeAmount What `feeAddress` is paid, in base units.
    /// @param feeAddress Who gets the fee. With the zero address the fee is left out without a revert.
    function transferFromWithReferenceAndFee(
        address tokenAddress,
        address to,
        uint256 amount,
        bytes calldata paymentReference,
        uint256 feeAmount,
        address feeAddress
    ) external;
}
