// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The deployed contract that executes every payment and emits the event that identifies it.
interface IERC20FeeProxy {
    /// @notice Moves `amount` to `to` and `feeAmount` to `feeAddress`, both from the caller, who has approved this
    /// contract.
    /// @param tokenAddress The ERC-20 token.
    /// @param to The payee.
    /// @param amount The payee's amount, in base units.
    /// @param paymentReference Eight bytes that identify the payment.
    /// @param feeAmount The fee for `feeAddress`, in base units.
    /// @param feeAddress The receiver of the fee. If zero, the contract skips the fee and does not revert.
    function transferFromWithReferenceAndFee(
        address tokenAddress,
        address to,
        uint256 amount,
        bytes calldata paymentReference,
        uint256 feeAmount,
        address feeAddress
    ) external;
}
